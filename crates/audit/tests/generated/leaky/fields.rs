//! Fields that are or tell the label.

use super::*;
use crate::formats::*;

pub(super) fn all() -> Vec<Leak> {
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
