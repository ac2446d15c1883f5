//! Answers in files of all kinds.

use super::*;
use crate::formats::*;

pub(super) fn all() -> Vec<Leak> {
    use Task::{Binary, Price, Word};
    vec![
        leak("answers in a csv", Binary, "old.csv:target", |w| {
            w.put("old.csv", table(w))
        }),
        leak("answers in a tsv with other names", Word, "x.tsv:y", |w| {
            w.put(
                "x.tsv",
                table(w).replace("id,target", "key,y").replace(',', "\t"),
            );
        }),
        leak("answers cut by semicolons", Word, "x.csv:target", |w| {
            w.put("x.csv", table(w).replace(',', ";"))
        }),
        leak("answers without a header", Word, "x.csv:", |w| {
            w.put("x.csv", w.lines(|n| format!("{},{}", id(n), w.label(n))));
        }),
        leak("answers in a text", Word, "notes.txt:word 2", |w| {
            w.put(
                "notes.txt",
                w.lines(|n| format!("{} {}", id(n), w.label(n))),
            );
        }),
        leak("answers in json by id", Price, "x.json:", |w| {
            let fields: Vec<String> = (0..w.items)
                .map(|n| format!("\"{}\": {}", id(n), w.label(n)))
                .collect();
            w.put("x.json", format!("{{\"v\": {{{}}}}}", fields.join(",")));
        }),
        leak("ids by class in json", Word, "x.json:key", |w| {
            let of = |class: usize| {
                let ids = (0..w.items)
                    .filter(|n| w.class(*n) == class)
                    .map(|n| format!("\"{}\"", id(n)));
                format!(
                    "\"{}\": [{}]",
                    ["oak", "elm", "ash", "fir"][class],
                    ids.collect::<Vec<_>>().join(",")
                )
            };
            w.put("x.json", format!("{{{}}}", [0, 1, 2, 3].map(of).join(",")));
        }),
        leak("annotations as in COCO", Word, "x.json:", |w| {
            let images = json(w, |n| {
                format!(
                    "{{\"id\": {n}, \"file_name\": \"{}.jpg\", \"category\": {}}}",
                    id(n),
                    w.class(n)
                )
            });
            w.put("x.json", format!("{{\"info\": 1, \"images\": {images}}}"));
        }),
        leak("a data frame's json", Word, "x.json:", |w| {
            let column = |cell: &dyn Fn(usize) -> String| {
                let cells: Vec<String> = (0..w.items)
                    .map(|n| format!("\"{n}\": \"{}\"", cell(n)))
                    .collect();
                format!("{{{}}}", cells.join(","))
            };
            w.put(
                "x.json",
                format!(
                    "{{\"image\": {}, \"sort\": {}}}",
                    column(&id),
                    column(&|n| w.label(n))
                ),
            );
        }),
        leak("answers in lines of json", Price, "x.jsonl:a.b", |w| {
            w.put(
                "x.jsonl",
                w.lines(|n| {
                    format!(
                        "{{\"id\": \"{}\", \"a\": {{\"b\": {}}}}}",
                        id(n),
                        w.label(n)
                    )
                }),
            );
        }),
        leak("answers in xml", Word, "x.xml:", |w| {
            let items = w.lines(|n| {
                format!(
                    "<item><name>{}.png</name><sort>{}</sort></item>",
                    id(n),
                    w.label(n)
                )
            });
            w.put("x.xml", format!("<all>{items}</all>"));
        }),
        leak("answers in parquet", Word, "x.parquet:v", |w| {
            w.put("x.parquet", parquet(&[("k", ids(w)), ("v", labels(w))]))
        }),
        leak("labels in test records", Binary, "test.tfrec:label", |w| {
            let records = (0..w.items)
                .map(|n| vec![("image_name", Err(id(n))), ("label", Ok(w.class(n) as u8))]);
            w.put("test.tfrec", tfrecord(&records.collect::<Vec<_>>()));
        }),
        leak(
            "labels in test records under another name",
            Word,
            "test.tfrec:x",
            |w| {
                let records =
                    (0..w.items).map(|n| vec![("name", Err(id(n))), ("x", Ok(w.class(n) as u8))]);
                w.put("test.tfrec", tfrecord(&records.collect::<Vec<_>>()));
            },
        ),
        leak("labels in bson", Word, "test.bson:category_id", |w| {
            let documents = (0..w.items).map(|n| {
                vec![
                    ("_id", Err(id(n))),
                    ("category_id", Ok(1000 + w.class(n) as i32)),
                ]
            });
            w.put("test.bson", bson(&documents.collect::<Vec<_>>()));
        }),
        leak("labels in a matlab file", Price, "x.mat:gt", |w| {
            let prices: Vec<f64> = (0..w.items).map(|n| w.price(n)).collect();
            w.put("x.mat", mat_lists(("files", "gt"), &ids(w), &prices));
        }),
        leak(
            "label structures in test items' matlab files",
            Word,
            "Labels",
            |w| {
                for n in 0..w.items {
                    let file = mat_structure(
                        "Video",
                        &[
                            ("Rate", "20".to_owned()),
                            ("Labels", format!("g{}", w.class(n))),
                        ],
                    );
                    w.put(&format!("test/{}.mat", id(n)), file);
                }
            },
        ),
        leak(
            "labels as an array in the order of the answers",
            Price,
            "y_test.npy:",
            |w| {
                let prices: Vec<f64> = (0..w.items).map(|n| w.price(n)).collect();
                w.put("y_test.npy", npy(&[w.items], &prices));
            },
        ),
        leak(
            "labels as an array in the order of another file",
            Binary,
            "arrays.npz!y.npy",
            |w| {
                let order = shuffled(w);
                w.put(
                    "test.csv",
                    order.iter().fold("id,a\n".to_owned(), |all, n| {
                        all + &format!("{},{}\n", id(*n), noise(51, *n))
                    }),
                );
                let classes: Vec<f64> = order.iter().map(|n| w.class(*n) as f64).collect();
                w.put(
                    "arrays.npz",
                    zip(&member("y.npy", npy(&[w.items, 1], &classes))),
                );
            },
        ),
        leak(
            "labels as lines in the order of the answers",
            Word,
            "truth.txt",
            |w| w.put("truth.txt", w.lines(|n| w.label(n))),
        ),
        leak("labels as a list in json", Word, "y.json:", |w| {
            w.put("y.json", json(w, |n| format!("\"{}\"", w.label(n))))
        }),
        leak("a column of labels without ids", Word, "y.csv:y", |w| {
            w.put(
                "y.csv",
                format!(
                    "y,z\n{}",
                    w.lines(|n| format!("{},{}", w.label(n), noise(52, n)))
                ),
            )
        }),
        leak("a zip", Word, "a.zip!d/x.csv:target", |w| {
            w.put("a.zip", zip(&member("d/x.csv", table(w))))
        }),
        leak("a 7z", Word, "a.7z!d/x.csv:target", |w| {
            w.put("a.7z", sevenz(&member("d/x.csv", table(w))))
        }),
        leak("a tar", Word, "a.tar!x.csv:target", |w| {
            w.put("a.tar", tar(&member("x.csv", table(w))))
        }),
        leak("a tar.gz", Word, "a.tar.gz!x.csv:target", |w| {
            w.put("a.tar.gz", tar_gz(&member("x.csv", table(w))))
        }),
        leak("a gz", Word, "x.csv.gz!x.csv:target", |w| {
            w.put("x.csv.gz", gz(table(w)))
        }),
        leak(
            "a zip in a zip in a tar",
            Word,
            "a.tar!b.zip!c.zip!x.csv:target",
            |w| {
                w.put(
                    "a.tar",
                    tar(&member(
                        "b.zip",
                        zip(&member("c.zip", zip(&member("x.csv", table(w))))),
                    )),
                );
            },
        ),
        leak(
            "a gz in a 7z in a zip",
            Word,
            "a.zip!b.7z!x.csv.gz!x.csv:target",
            |w| {
                w.put(
                    "a.zip",
                    zip(&member("b.7z", sevenz(&member("x.csv.gz", gz(table(w)))))),
                );
            },
        ),
        leak("a zip under another name", Word, "blob!x.csv:target", |w| {
            w.put("blob", zip(&member("x.csv", table(w))))
        }),
        leak("a table with one broken row", Word, "x.csv:", |w| {
            w.put("x.csv", table(w) + "a,b,c,d\n")
        }),
        leak("json with a comma too many", Word, "x.json:", |w| {
            let lines = w.lines(|n| format!("\"{}\": \"{}\",", id(n), w.label(n)));
            w.put("x.json", format!("{{\n{lines}}}\n"));
        }),
        leak("a table in pieces", Binary, "part", |w| {
            for (at, items) in shuffled(w).chunks(3).enumerate() {
                let rows = items
                    .iter()
                    .map(|n| format!("{{\"id\": \"{}\", \"q\": {}}}", id(*n), 5 - w.class(*n)));
                w.put(
                    &format!("parts/part{at}.json"),
                    format!("[{}]", rows.collect::<Vec<_>>().join(",")),
                );
            }
        }),
        leak("a table under another name", Word, "test.dat:", |w| {
            w.put("test.dat", table(w))
        }),
    ]
}
