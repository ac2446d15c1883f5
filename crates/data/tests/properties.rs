//! What holds for every input: no panic, and tables that survive being written and read.

use mlebench_data::archive::{ExtractLimits, ZipSource, ZipTarget, extract};
use mlebench_data::csv::{FloatParsing, Quoting, ReadOptions, WriteOptions, read, to_bytes};
use mlebench_data::table::{Column, Table, TextColumn};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// Bytes that make trouble more often than others.
fn troubled_bytes() -> impl Strategy<Value = Vec<u8>> {
    let token = select(vec![
        &b","[..],
        b",",
        b"\n",
        b"\r\n",
        b"\r",
        b"\"",
        b"\"\"",
        b"\t",
        b" ",
        b"\0",
        b"1",
        b"-",
        b".5",
        b"e9",
        b"NA",
        b"inf",
        b"True",
        b"\xef\xbb\xbf",
        b"\xff",
        b"\xc3",
        "é".as_bytes(),
        b"a",
        b"99999999999999999999",
    ]);
    prop_oneof![
        vec(any::<u8>(), 0..200),
        vec(token, 0..80).prop_map(|tokens| tokens.concat()),
    ]
}

fn read_options() -> impl Strategy<Value = ReadOptions> {
    (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>()).prop_map(
        |(tabs, fast, all_text, missing_words)| ReadOptions {
            delimiter: if tabs { b'\t' } else { b',' },
            float_parsing: if fast {
                FloatParsing::PandasFast
            } else {
                FloatParsing::Exact
            },
            text_columns: vec!["a".to_owned()],
            literal_columns: vec!["b".to_owned()],
            only: None,
            all_text,
            missing_words,
        },
    )
}

/// A text that no reader takes for a number, a truth value or a missing cell.
fn plain_text() -> impl Strategy<Value = String> {
    "[a-z\",\n\r é日]{0,8}".prop_map(|text| format!("x{text}"))
}

fn column(rows: usize) -> impl Strategy<Value = Column> {
    let float = prop_oneof![
        any::<f64>().prop_filter("NaN is a missing cell", |value| !value.is_nan()),
        Just(f64::NAN),
        Just(-0.0),
        Just(f64::INFINITY),
    ];
    prop_oneof![
        vec(any::<i64>(), rows).prop_map(Column::Int),
        vec(any::<bool>(), rows).prop_map(Column::Bool),
        vec(float, rows).prop_map(Column::Float),
        vec(any::<u64>(), rows).prop_map(|mut cells| {
            cells[0] = u64::MAX;
            Column::UInt(cells)
        }),
        vec(proptest::option::of(plain_text()), rows).prop_map(|mut cells| {
            cells[0] = Some("x".to_owned());
            Column::Text(cells.iter().map(Option::as_deref).collect::<TextColumn>())
        }),
    ]
}

fn table() -> impl Strategy<Value = Table> {
    (1_usize..12, 1_usize..5).prop_flat_map(|(rows, width)| {
        vec(column(rows), width).prop_map(|columns| {
            let mut table = Table::new();
            for (index, column) in columns.into_iter().enumerate() {
                table.push_column(format!("c{index}"), column);
            }
            table
        })
    })
}

/// Equality in which missing numbers are equal and zeros of different sign are not.
fn same(left: &Column, right: &Column) -> bool {
    match (left, right) {
        (Column::Float(left), Column::Float(right)) => {
            let bits = |cells: &[f64]| {
                let bits = |cell: &f64| {
                    if cell.is_nan() {
                        u64::MAX
                    } else {
                        cell.to_bits()
                    }
                };
                cells.iter().map(bits).collect::<Vec<_>>()
            };
            bits(left) == bits(right)
        }
        // A column of whole floats comes back as floats, all of its cells having a point.
        _ => left == right,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes_never_panic_the_reader(bytes in troubled_bytes(), options in read_options()) {
        if let Ok(table) = read(&bytes, &options) {
            for (_, column) in table.columns() {
                prop_assert_eq!(column.len(), table.rows());
            }
            to_bytes(&table, &WriteOptions::default());
        }
    }

    #[test]
    fn tables_survive_being_written_and_read(table in table(), tabs in any::<bool>(), quoted in any::<bool>()) {
        let delimiter = if tabs { b'\t' } else { b',' };
        let quoting = if quoted { Quoting::NonNumeric } else { Quoting::Minimal };
        let bytes = to_bytes(&table, &WriteOptions { delimiter, quoting, ..WriteOptions::default() });
        // A lone carriage return is written bare, as pandas does, and ends a row when read.
        prop_assume!(quoted || !bytes.contains(&b'\r'));
        let options = ReadOptions { delimiter, ..ReadOptions::default() };
        let again = read(&bytes, &options).map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(again.rows(), table.rows());
        for ((name, column), (other_name, other)) in table.columns().zip(again.columns()) {
            prop_assert_eq!(name, other_name);
            prop_assert!(same(column, other), "{:?} became {:?}", column, other);
        }
    }

    #[test]
    fn taking_rows_and_writing_commute(table in table(), seed in any::<usize>()) {
        let rows: Vec<usize> = (0..table.rows()).map(|row| (row * 7 + seed % 1000) % table.rows()).collect();
        let taken = table.take(&rows);
        for (name, column) in table.columns() {
            let other = taken.column(name).ok_or_else(|| TestCaseError::fail("a column is lost"))?;
            for (place, row) in rows.iter().enumerate() {
                prop_assert_eq!(column.cell_text(*row), other.cell_text(place));
                prop_assert_eq!(column.is_missing(*row), other.is_missing(place));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mangled_archives_never_panic(changes in vec((any::<proptest::sample::Index>(), any::<u8>()), 1..6), cut in any::<proptest::sample::Index>(), whole in any::<bool>()) {
        let folder = tempfile::tempdir()?;
        let zip = folder.path().join("a.zip");
        let mut target = ZipTarget::create(&zip).map_err(|error| TestCaseError::fail(error.to_string()))?;
        for (name, length) in [("a.txt", 10), ("b/c.txt", 3000), ("d", 0)] {
            target.add_bytes(name, &vec![b'x'; length]).map_err(|error| TestCaseError::fail(error.to_string()))?;
        }
        target.finish().map_err(|error| TestCaseError::fail(error.to_string()))?;
        let mut bytes = std::fs::read(&zip)?;
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        if !whole {
            bytes.truncate(cut.index(bytes.len()));
        }
        std::fs::write(&zip, &bytes)?;
        let out = folder.path().join("out");
        let result = extract(&zip, &out, &ExtractLimits::default(), &mut |_| {});
        prop_assert_eq!(out.exists(), result.is_ok());
        if let Ok(mut source) = ZipSource::open(&zip) {
            for name in source.names() {
                let _ = source.read(&name);
            }
        }
    }
}
