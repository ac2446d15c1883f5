//! Folders that give labels away.

use crate::formats::{
    bson, gz, mat_lists, mat_structure, member, npy, parquet, png, sevenz, tar, tar_gz, tfrecord,
    zip,
};
use crate::world::{Task, World, id, noise};

/// A folder and what has to be found in it.
pub(crate) struct Leak {
    pub(crate) name: &'static str,
    pub(crate) task: Task,
    pub(crate) items: usize,
    pub(crate) targets: &'static [&'static str],
    /// Part of the place.
    pub(crate) place: &'static str,
    pub(crate) recovered: f64,
    pub(crate) write: fn(&World),
}

const fn leak(name: &'static str, task: Task, place: &'static str, write: fn(&World)) -> Leak {
    Leak {
        name,
        task,
        items: crate::world::ITEMS,
        targets: &["target"],
        place,
        recovered: 0.95,
        write,
    }
}

fn table(w: &World) -> String {
    w.csv("id,target", |n| w.label(n))
}

fn ids(w: &World) -> Vec<String> {
    (0..w.items).map(id).collect()
}

fn labels(w: &World) -> Vec<String> {
    (0..w.items).map(|n| w.label(n)).collect()
}

fn json(w: &World, line: impl Fn(usize) -> String) -> String {
    let lines: Vec<String> = (0..w.items).map(line).collect();
    format!("[{}]", lines.join(","))
}

/// An order that is not that of the answers.
fn shuffled(w: &World) -> Vec<usize> {
    let mut order: Vec<usize> = (0..w.items).collect();
    order.sort_by(|a, b| noise(50, *a).total_cmp(&noise(50, *b)));
    order
}

fn containers() -> Vec<Leak> {
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
        leak("a gz", Word, "x.csv:target", |w| {
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
            "a.zip!b.7z!x.csv:target",
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

fn fields() -> Vec<Leak> {
    use Task::{Binary, Box, Mask, Price, Rare, Tags, Word};
    vec![
        leak(
            "a sample submission that holds the answers",
            Binary,
            "sample_submission.csv:target",
            |w| w.put("sample_submission.csv", table(w)),
        ),
        Leak {
            recovered: 0.24,
            ..leak("a quarter of the answers", Price, "old.csv:target", |w| {
                w.put(
                    "old.csv",
                    w.csv("id,target", |n| {
                        if n % 4 == 0 {
                            w.label(n)
                        } else {
                            "0".to_owned()
                        }
                    }),
                );
            })
        },
        Leak {
            recovered: 0.2,
            ..leak(
                "test rows in the train table",
                Word,
                "train.csv:target",
                |w| {
                    let more =
                        (0..w.items / 4).map(|n| format!("{},1,2,k3,{}\n", id(n), w.label(n)));
                    let train = std::fs::read_to_string(w.path("train.csv")).expect("it is there");
                    w.put("train.csv", train + &more.collect::<String>());
                },
            )
        },
        Leak {
            recovered: 0.2,
            ..leak(
                "test rows in the train table under other ids",
                Word,
                "train.csv:target",
                |w| {
                    let test = std::fs::read_to_string(w.path("test.csv")).expect("it is there");
                    let more = test
                        .lines()
                        .skip(1)
                        .step_by(4)
                        .enumerate()
                        .map(|(at, line)| {
                            let (_, cells) = line.split_once(',').expect("it has cells");
                            format!("{},{cells},{}\n", id(5000 + at), w.label(4 * at))
                        });
                    let train = std::fs::read_to_string(w.path("train.csv")).expect("it is there");
                    w.put("train.csv", train + &more.collect::<String>());
                },
            )
        },
        leak("another name for each class", Word, "x.csv:tree", |w| {
            w.put(
                "x.csv",
                w.csv("id,tree", |n| format!("T{}", w.class(n) * 7 % 5)),
            )
        }),
        leak("names of subclasses", Word, "x.csv:tree", |w| {
            w.put(
                "x.csv",
                w.csv("id,tree", |n| format!("T{}{}", w.class(n), n % 2)),
            )
        }),
        Leak {
            recovered: 0.9,
            ..leak(
                "a field that is wrong once in fifty",
                Binary,
                "x.csv:flag",
                |w| {
                    w.put(
                        "x.csv",
                        w.csv("id,flag", |n| {
                            ["no", "yes"][if n % 50 == 7 {
                                1 - w.class(n)
                            } else {
                                w.class(n)
                            }]
                            .to_owned()
                        }),
                    );
                },
            )
        },
        leak("a class spread over columns", Word, "x.csv:", |w| {
            w.put(
                "x.csv",
                w.csv("id,a,b,c,d", |n| {
                    [0, 1, 2, 3]
                        .map(|c| u8::from(c == w.class(n)).to_string())
                        .join(",")
                }),
            );
        }),
        leak(
            "guesses of a perfect model",
            Word,
            "x.csv:(largest of p_*)",
            |w| {
                w.put(
                    "x.csv",
                    w.csv("id,p_oak,p_elm,p_ash,p_fir", |n| {
                        [0, 1, 2, 3]
                            .map(|c| {
                                (noise(60 + c as u64, n) * 0.5
                                    + if c == w.class(n) { 0.51 } else { 0.0 })
                                .to_string()
                            })
                            .join(",")
                    }),
                );
            },
        ),
        leak(
            "a score that parts the classes",
            Binary,
            "test.csv:score",
            |w| {
                w.put(
                    "test.csv",
                    w.csv("id,score", |n| {
                        (w.class(n) as f64 - 0.4 + 0.8 * noise(61, n)).to_string()
                    }),
                );
            },
        ),
        leak("a rare class by its number", Rare, "x.csv:c", |w| {
            w.put("x.csv", w.csv("id,c", |n| (3 - w.class(n)).to_string()))
        })
        .with_items(300),
        leak("a scaled price", Price, "x.csv:euro", |w| {
            w.put(
                "x.csv",
                w.csv("id,euro", |n| (w.price(n) * 1.08 - 3.0).to_string()),
            )
        }),
        leak("a rounded price", Price, "x.csv:about", |w| {
            w.put(
                "x.csv",
                w.csv("id,about", |n| w.price(n).round().to_string()),
            )
        }),
        leak("a logarithm of the price", Price, "x.csv:l", |w| {
            w.put(
                "x.csv",
                w.csv("id,l", |n| (w.price(n) + 1.0).ln().to_string()),
            )
        }),
        leak("a price with little noise", Price, "x.csv:p", |w| {
            w.put(
                "x.csv",
                w.csv("id,p", |n| (w.price(n) + 20.0 * noise(62, n)).to_string()),
            )
        }),
        leak("labels in base 64", Word, "x.csv:code", |w| {
            w.put(
                "x.csv",
                w.csv("id,code", |n| {
                    ["b2Fr", "ZWxt", "YXNo", "Zmly"][w.class(n)].to_owned()
                }),
            )
        }),
        leak("checksums of labels", Price, "x.csv:sum", |w| {
            w.put(
                "x.csv",
                w.csv("id,sum", |n| {
                    mlebench_data::checksum::sha256_bytes(w.label(n).as_bytes())
                }),
            );
        }),
        leak("tags in another order", Tags, "x.csv:t", |w| {
            w.put(
                "x.csv",
                w.csv("id,t", |n| {
                    let label = w.label(n);
                    let mut tags: Vec<&str> = label.split(' ').collect();
                    tags.reverse();
                    tags.join("|")
                }),
            );
        }),
        leak("texts as labels", Tags, "x.csv:t", |w| {
            w.put("x.csv", w.csv("id,t", |n| format!("\"{}\"", w.label(n))))
        }),
        leak("edges of boxes in columns", Box, "x.csv:", |w| {
            w.put(
                "x.csv",
                w.csv("id,a,b,c,d", |n| {
                    w.edges(n).map(|edge| edge.to_string()).join(",")
                }),
            )
        }),
        leak("outlines named as their items", Mask, ".json:", |w| {
            for n in 0..w.items {
                w.put(
                    &format!("test/{}.json", id(n)),
                    "[{\"geometry\": {\"coordinates\": [[1, 2], [3, 4]]}}]",
                );
            }
        }),
        leak("masks as pictures", Mask, "masks/", |w| {
            for n in 0..w.items {
                let mut pixels = [0; 400];
                for (start, length) in w.runs(n) {
                    pixels[start - 1..start - 1 + length].fill(255);
                }
                w.put(&format!("masks/{}.png", id(n)), png(&pixels, 20, None));
            }
        }),
        Leak {
            recovered: 0.2,
            ..leak(
                "a name that is known when it went well",
                Binary,
                "test.jsonl:winner_if_known",
                |w| {
                    w.put(
                        "test.jsonl",
                        w.lines(|n| {
                            let name = if w.class(n) == 1 && n % 2 == 0 {
                                format!("user{n}")
                            } else {
                                "N/A".to_owned()
                            };
                            format!("{{\"id\": \"{}\", \"winner_if_known\": \"{name}\"}}", id(n))
                        }),
                    );
                },
            )
        },
        Leak {
            recovered: 0.2,
            ..leak(
                "a date that only one class has",
                Binary,
                "x.csv:closed",
                |w| {
                    w.put(
                        "x.csv",
                        w.csv("id,closed", |n| {
                            if w.class(n) == 1 {
                                format!("2020-01-{:02}", n % 28 + 1)
                            } else {
                                String::new()
                            }
                        }),
                    );
                },
            )
        },
        Leak {
            targets: &["a", "b", "c"],
            ..leak("one of several label columns", Binary, "x.csv:z", |w| {
                w.answers(w.csv("id,a,b,c", |n| {
                    format!(
                        "{},{},{}",
                        u8::from(noise(70, n) < 0.5),
                        u8::from(noise(71, n) < 0.4),
                        w.class(n)
                    )
                }));
                w.put("x.csv", w.csv("id,z", |n| w.label(n)));
            })
        },
        Leak {
            targets: &["oak", "elm", "ash", "fir"],
            ..leak("the word for a one-hot answer", Word, "x.csv:name", |w| {
                w.answers(w.csv("id,oak,elm,ash,fir", |n| {
                    [0, 1, 2, 3]
                        .map(|c| u8::from(c == w.class(n)).to_string())
                        .join(",")
                }));
                w.put("x.csv", w.csv("id,name", |n| w.label(n)));
            })
        },
    ]
}

fn files() -> Vec<Leak> {
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

impl Leak {
    const fn with_items(mut self, items: usize) -> Self {
        self.items = items;
        self
    }
}

pub(crate) fn all() -> Vec<Leak> {
    [containers(), fields(), files()]
        .into_iter()
        .flatten()
        .collect()
}
