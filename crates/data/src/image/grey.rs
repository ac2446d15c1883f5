//! Grey pictures, and the grey of coloured ones.

use std::io::Cursor;

use png::{BitDepth, ColorType, Decoder, Transformations};

/// Weights of red, green and blue in grey, in units of 2^-16 (ITU-R BT.601), as in Pillow.
const LUMA: [u32; 3] = [19_595, 38_470, 7_471];

/// A picture of grey values from 0 (black) to 255 (white).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GreyImage {
    /// Pixels in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The values, row by row from the top.
    pub pixels: Vec<u8>,
}

/// A picture that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ImageError {
    /// It is no PNG, or damaged.
    #[error("it is no intact PNG picture")]
    Png(#[from] png::DecodingError),
    /// It has more shades than 256.
    #[error("it has grey values of 16 bits, expected at most 8")]
    SixteenBits,
}

impl GreyImage {
    /// Reads a PNG picture; colours become grey and transparency is ignored, as Pillow's
    /// `convert("L")` does.
    ///
    /// # Errors
    ///
    /// Fails when it is no intact PNG or has grey values of 16 bits.
    pub fn read_png(bytes: &[u8]) -> Result<Self, ImageError> {
        let mut decoder = Decoder::new(Cursor::new(bytes));
        // Palettes become colours, small values bytes, and wide colours lose their lower half.
        decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
        let mut reader = decoder.read_info()?;
        let info = reader.info();
        let grey = matches!(
            info.color_type,
            ColorType::Grayscale | ColorType::GrayscaleAlpha
        );
        if grey && info.bit_depth == BitDepth::Sixteen {
            return Err(ImageError::SixteenBits);
        }
        let (width, height) = (info.width as usize, info.height as usize);
        let (color, _) = reader.output_color_type();
        let mut values = vec![0; reader.output_buffer_size().unwrap_or_default()];
        let frame = reader.next_frame(&mut values)?;
        values.truncate(frame.buffer_size());
        let pixels = match color {
            ColorType::Grayscale => values,
            ColorType::GrayscaleAlpha => values.chunks_exact(2).map(|pixel| pixel[0]).collect(),
            ColorType::Rgba => values.chunks_exact(4).map(luma).collect(),
            ColorType::Rgb | ColorType::Indexed => values.chunks_exact(3).map(luma).collect(),
        };
        Ok(Self {
            width,
            height,
            pixels,
        })
    }
}

fn luma(pixel: &[u8]) -> u8 {
    let sum: u32 = pixel
        .iter()
        .zip(LUMA)
        .map(|(value, weight)| u32::from(*value) * weight)
        .sum();
    // Half a unit rounds; the weights add up to one.
    ((sum + 0x8000) >> 16) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(color: ColorType, depth: BitDepth, size: (u32, u32), values: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, size.0, size.1);
        encoder.set_color(color);
        encoder.set_depth(depth);
        encoder.set_palette(vec![0, 0, 0, 255, 255, 255, 255, 0, 0]);
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(values).unwrap();
        writer.finish().unwrap();
        bytes
    }

    fn pixels(color: ColorType, depth: BitDepth, size: (u32, u32), values: &[u8]) -> Vec<u8> {
        let image = GreyImage::read_png(&png(color, depth, size, values)).unwrap();
        assert_eq!(
            (image.width, image.height),
            (size.0 as usize, size.1 as usize)
        );
        image.pixels
    }

    #[test]
    fn every_kind_of_picture_becomes_grey() {
        use BitDepth::{Eight, Four, One, Two};
        use ColorType::{Grayscale, GrayscaleAlpha, Indexed, Rgb, Rgba};
        assert_eq!(
            pixels(Grayscale, Eight, (2, 2), &[0, 9, 8, 255]),
            [0, 9, 8, 255]
        );
        assert_eq!(pixels(Grayscale, One, (2, 1), &[0b0100_0000]), [0, 255]);
        assert_eq!(pixels(Grayscale, Two, (2, 1), &[0b0110_0000]), [85, 170]);
        assert_eq!(pixels(Grayscale, Four, (2, 1), &[0x1f]), [17, 255]);
        assert_eq!(pixels(GrayscaleAlpha, Eight, (1, 1), &[7, 0]), [7]);
        // Values from Pillow.
        assert_eq!(
            pixels(Rgb, Eight, (2, 1), &[255, 0, 0, 10, 20, 30]),
            [76, 18]
        );
        assert_eq!(pixels(Rgba, Eight, (1, 1), &[0, 255, 0, 3]), [150]);
        assert_eq!(pixels(Indexed, Two, (2, 1), &[0b0110_0000]), [255, 76]);
    }

    #[test]
    fn other_files_are_errors() {
        use ColorType::Grayscale;
        let wide = png(Grayscale, BitDepth::Sixteen, (1, 1), &[1, 2]);
        assert!(matches!(
            GreyImage::read_png(&wide),
            Err(ImageError::SixteenBits)
        ));
        let whole = png(Grayscale, BitDepth::Eight, (2, 2), &[0, 9, 8, 255]);
        assert!(GreyImage::read_png(&whole[..whole.len() - 20]).is_err());
        assert!(GreyImage::read_png(b"GIF89a").is_err());
    }
}
