//! Files of items, their names and places.

use super::*;
use crate::formats::*;

pub(super) fn all() -> Vec<Leak> {
    use Task::{Binary, Price, Word};
    vec![
        leak("folders by label", Word, "(folder 2)", |w| {
            for n in 0..w.items {
                w.put(&format!("test/{}/{}.png", w.label(n), id(n)), "x");
            }
        }),
        leak("folders by label in a zip", Word, "(folder 3)", |w| {
            let members: Vec<_> = (0..w.items)
                .map(|n| (format!("test/c{}/{}.png", w.class(n), id(n)), b"x".to_vec()))
                .collect();
            w.put("images.zip", zip(&members));
        }),
        leak(
            "labels after the id in file names",
            Word,
            "(name after the id)",
            |w| {
                for n in 0..w.items {
                    w.put(&format!("test/{}_{}.png", id(n), w.label(n)), "x");
                }
            },
        ),
        leak(
            "labels before the id in file names",
            Word,
            "(name before the id)",
            |w| {
                for n in 0..w.items {
                    w.put(&format!("test/{}-{}.png", w.class(n), id(n)), "x");
                }
            },
        ),
        leak("a text for each item", Word, "(text)", |w| {
            for n in 0..w.items {
                w.put(&format!("test/{}.txt", id(n)), w.label(n) + "\n");
            }
        }),
        leak(
            "a json in each item's folder",
            Binary,
            "meta.json:grade",
            |w| {
                for n in 0..w.items {
                    w.put(
                        &format!("test/{}/meta.json", id(n)),
                        format!("{{\"grade\": {}}}", w.class(n)),
                    );
                }
            },
        ),
        leak("json of each item in a zip", Binary, "test.zip!", |w| {
            let members: Vec<_> = (0..w.items)
                .map(|n| {
                    (
                        format!("{}.json", id(n)),
                        format!("{{\"q\": \"{}\"}}", ["x", "y"][w.class(n)]).into_bytes(),
                    )
                })
                .collect();
            w.put("test.zip", zip(&members));
        }),
        leak("xml of each item", Word, "object", |w| {
            for n in 0..w.items {
                w.put(
                    &format!("annotations/{}.xml", id(n)),
                    format!(
                        "<annotation><object><name>{}</name></object></annotation>",
                        w.label(n)
                    ),
                );
            }
        }),
        leak("texts in pictures", Word, "png Comment", |w| {
            for n in 0..w.items {
                w.put(
                    &format!("test/{}.png", id(n)),
                    png(&[7; 16], 4, Some(("Comment", &w.label(n)))),
                );
            }
        }),
        leak("remarks in pictures", Word, "jpeg comment", |w| {
            for n in 0..w.items {
                let label = w.label(n);
                let length = [0, label.len() as u8 + 2];
                w.put(
                    &format!("test/{}.jpg", id(n)),
                    [
                        b"\xff\xd8\xff\xfe",
                        &length[..],
                        label.as_bytes(),
                        b"\xff\xd9",
                    ]
                    .concat(),
                );
            }
        }),
        leak(
            "names of labels inside files",
            Word,
            "(texts inside)",
            |w| {
                for n in 0..w.items {
                    let label = w.label(n);
                    w.put(
                        &format!("test/{}.dcm", id(n)),
                        [
                            &[0, 1, 200],
                            &b"study "[..],
                            label.as_bytes(),
                            format!(" {n}\0\x01").as_bytes(),
                        ]
                        .concat(),
                    );
                }
            },
        ),
        leak("sizes of files", Binary, "(bytes)", |w| {
            for n in 0..w.items {
                let size = 100 + 400 * w.class(n) + (noise(80, n) * 300.0) as usize;
                w.put(&format!("test/{}.jpg", id(n)), vec![0xff; size]);
            }
        }),
        Leak {
            recovered: 0.3,
            ..leak("files for one class only", Binary, "(exists)", |w| {
                for n in (0..w.items).filter(|n| w.class(*n) == 1) {
                    w.put(&format!("defects/{}.png", id(n)), "x");
                }
            })
        },
        Leak {
            recovered: 0.3,
            ..leak("a list of one class", Binary, "(listed)", |w| {
                w.put(
                    "review.txt",
                    (0..w.items)
                        .filter(|n| w.class(*n) == 1)
                        .map(|n| id(n) + "\n")
                        .collect::<String>(),
                );
            })
        },
        leak("rows in the order of labels", Binary, "(order", |w| {
            let mut order = shuffled(w);
            order.sort_by_key(|n| w.class(*n));
            let rows = order
                .iter()
                .map(|n| format!("{},{}\n", id(*n), noise(81, *n)));
            w.put("test.csv", format!("id,size\n{}", rows.collect::<String>()));
        }),
        leak(
            "members in the order of labels",
            Price,
            "(place in the archive)",
            |w| {
                let mut order = shuffled(w);
                order.sort_by(|a, b| w.price(*a).total_cmp(&w.price(*b)));
                let members: Vec<_> = order
                    .iter()
                    .map(|n| (format!("{}.jpg", id(*n)), b"x".to_vec()))
                    .collect();
                w.put("test.tar", tar(&members));
            },
        ),
        leak("times of change", Word, "(time of change)", |w| {
            for n in 0..w.items {
                w.put(&format!("test/{}.jpg", id(n)), "x");
                let file = std::fs::File::options()
                    .write(true)
                    .open(w.path(&format!("test/{}.jpg", id(n))));
                let seconds =
                    1_500_000_000 + 86_400 * w.class(n) as u64 + (noise(82, n) * 3600.0) as u64;
                let time = std::time::UNIX_EPOCH + std::time::Duration::from_secs(seconds);
                file.and_then(|file| file.set_modified(time))
                    .expect("it is ours");
            }
        }),
    ]
}
