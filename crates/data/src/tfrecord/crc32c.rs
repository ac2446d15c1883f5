//! The checksum of record files: CRC-32C (Castagnoli), masked.

/// The polynomial of CRC-32C with its bits reversed.
const POLYNOMIAL: u32 = 0x82F6_3B78;

/// What TensorFlow adds after rotating, so that a checksum of checksums is no weak spot.
const MASK_DELTA: u32 = 0xA282_EAD8;

/// `TABLES[k][b]`: the checksum of byte `b` followed by `k` zero bytes.
static TABLES: [[u32; 256]; 8] = tables();

const fn tables() -> [[u32; 256]; 8] {
    let mut tables = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = (crc >> 1) ^ (POLYNOMIAL & (crc & 1).wrapping_neg());
            bit += 1;
        }
        tables[0][byte] = crc;
        byte += 1;
    }
    let mut k = 1;
    while k < 8 {
        let mut byte = 0;
        while byte < 256 {
            let crc = tables[k - 1][byte];
            tables[k][byte] = (crc >> 8) ^ tables[0][(crc & 0xFF) as usize];
            byte += 1;
        }
        k += 1;
    }
    tables
}

/// Returns the CRC-32C of `bytes`.
fn crc32c(bytes: &[u8]) -> u32 {
    let (words, rest) = bytes.as_chunks::<8>();
    let mut crc = !0;
    for word in words {
        let word = u64::from_le_bytes(*word) ^ u64::from(crc);
        crc = (0..8).fold(0, |crc, k| {
            crc ^ TABLES[7 - k][((word >> (8 * k)) & 0xFF) as usize]
        });
    }
    for byte in rest {
        crc = (crc >> 8) ^ TABLES[0][((crc ^ u32::from(*byte)) & 0xFF) as usize];
    }
    !crc
}

/// Returns the masked checksum that stands in record files.
pub(super) fn masked_crc32c(bytes: &[u8]) -> u32 {
    crc32c(bytes).rotate_right(15).wrapping_add(MASK_DELTA)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_published_check_values() {
        // RFC 3720, appendix B.4, and the usual check value.
        assert_eq!(crc32c(b"123456789"), 0xE306_9283);
        assert_eq!(crc32c(&[0; 32]), 0x8A91_36AA);
        assert_eq!(crc32c(&[0xFF; 32]), 0x62A8_AB43);
        let ascending: Vec<u8> = (0..32).collect();
        assert_eq!(crc32c(&ascending), 0x46DD_794E);
        assert_eq!(crc32c(b""), 0);
    }
}
