//! Folders that give nothing away, though they look as if.

use crate::formats::{member, npy, png, tar_gz, tfrecord, zip};
use crate::world::{Task, World, id, noise};

/// A folder in which nothing may be found.
pub(crate) struct Clean {
    pub(crate) name: &'static str,
    pub(crate) task: Task,
    pub(crate) items: usize,
    pub(crate) write: fn(&World),
}

const fn clean(name: &'static str, task: Task, items: usize, write: fn(&World)) -> Clean {
    Clean {
        name,
        task,
        items,
        write,
    }
}

/// A field that is the class in some cases and another one in the others.
fn mostly(w: &World, n: usize, share: f64, classes: usize) -> usize {
    if noise(90, n) < share {
        w.class(n)
    } else {
        (w.class(n) + 1) % classes
    }
}

/// Test and train tables with one more field.
fn with_field(w: &World, name: &str, field: impl Fn(usize) -> String) {
    w.put("test.csv", w.csv(&format!("id,{name}"), &field));
    let rows = w
        .train()
        .map(|n| format!("{},{},{}\n", id(n), field(n), w.label(n)));
    w.put(
        "train.csv",
        format!("id,{name},target\n{}", rows.collect::<String>()),
    );
}

fn tables() -> Vec<Clean> {
    use Task::{Binary, Price, Rare, Word};
    vec![
        clean("nothing more, binary", Binary, 80, |_| ()),
        clean("nothing more, rare", Rare, 300, |_| ()),
        clean("nothing more, words", Word, 80, |_| ()),
        clean("nothing more, prices", Price, 80, |_| ()),
        clean("nothing more, masks", Task::Mask, 80, |_| ()),
        clean("nothing more, boxes", Task::Box, 80, |_| ()),
        clean("nothing more, tags", Task::Tags, 80, |_| ()),
        clean("three items", Binary, 3, |w| {
            w.put("x.csv", w.csv("id,label", |n| w.label(n)))
        }),
        clean("eight items and forty flags", Binary, 8, |w| {
            let header: Vec<String> = (0..40).map(|f| format!("f{f}")).collect();
            w.put(
                "test.csv",
                w.csv(&format!("id,{}", header.join(",")), |n| {
                    (0..40)
                        .map(|f| u8::from(noise(200 + f, n) < 0.5).to_string())
                        .collect::<Vec<_>>()
                        .join(",")
                }),
            );
        }),
        clean("twelve items and six hundred numbers", Binary, 12, |w| {
            let header: Vec<String> = (0..600).map(|f| format!("f{f}")).collect();
            w.put(
                "test.csv",
                w.csv(&format!("id,{}", header.join(",")), |n| {
                    (0..600)
                        .map(|f| format!("{:.3}", noise(200 + f, n)))
                        .collect::<Vec<_>>()
                        .join(",")
                }),
            );
        }),
        clean(
            "a field that is right nine times in ten",
            Binary,
            200,
            |w| with_field(w, "hint", |n| mostly(w, n, 0.9, 2).to_string()),
        ),
        clean("the same with words, without train data", Word, 200, |w| {
            w.put(
                "x.csv",
                w.csv("id,hint", |n| format!("h{}", mostly(w, n, 0.9, 4))),
            );
        }),
        clean(
            "right nineteen times in twenty, few items",
            Binary,
            20,
            |w| with_field(w, "hint", |n| mostly(w, n, 0.95, 2).to_string()),
        ),
        clean("a correlation of 0.9", Price, 150, |w| {
            with_field(w, "area", |n| {
                (w.price(n) + 480.0 * noise(91, n)).to_string()
            })
        }),
        clean("a correlation of 0.98", Price, 40, |w| {
            with_field(w, "area", |n| {
                (w.price(n) + 200.0 * noise(91, n)).to_string()
            })
        }),
        clean(
            "a score with an area under its curve of 0.97",
            Binary,
            200,
            |w| {
                with_field(w, "score", |n| {
                    (w.class(n) as f64 + 1.3 * noise(92, n)).to_string()
                });
            },
        ),
        clean("constants", Word, 80, |w| {
            w.put("x.csv", w.csv("id,a,b,c", |_| "1,,x".to_owned()))
        }),
        clean("a constant that is the usual label", Rare, 300, |w| {
            w.put("x.csv", w.csv("id,a", |_| "0".to_owned()))
        }),
        clean("a flag that is almost never set", Rare, 300, |w| {
            w.put(
                "x.csv",
                w.csv("id,a", |n| u8::from(n % 97 == 5).to_string()),
            )
        }),
        clean("a value for each row", Word, 80, |w| {
            w.put(
                "x.csv",
                w.csv("id,hash,path", |n| {
                    format!(
                        "{},a/{n}.png",
                        &mlebench_data::checksum::sha256_bytes(&[n as u8])[..12]
                    )
                }),
            )
        }),
        clean("a value for two rows", Binary, 80, |w| {
            w.put("x.csv", w.csv("id,group", |n| format!("g{}", n / 2)))
        }),
        clean("a random sample submission", Binary, 80, |w| {
            w.put(
                "sample_submission.csv",
                w.csv("id,target", |n| u8::from(noise(93, n) < 0.5).to_string()),
            )
        }),
        clean("a random sample submission of words", Word, 80, |w| {
            w.put(
                "sample_submission.csv",
                w.csv("id,target", |n| {
                    ["oak", "elm", "ash", "fir"][(noise(94, n) * 4.0) as usize].to_owned()
                }),
            );
        }),
        clean("a sample submission of the mean", Price, 80, |w| {
            w.put(
                "sample_submission.csv",
                w.csv("id,target", |_| "499.5".to_owned()),
            )
        }),
        clean("an empty label column", Word, 80, |w| {
            w.put("test.csv", w.csv("id,target", |_| String::new()))
        }),
        clean("labels of train items in many files", Word, 80, |w| {
            let rows: String = w
                .train()
                .map(|n| format!("{},{}\n", id(n), w.label(n)))
                .collect();
            w.put("train_labels.csv", format!("id,target\n{rows}"));
            w.put(
                "train.zip",
                zip(&member("labels.csv", format!("id,target\n{rows}"))),
            );
            w.put(
                "train_y.txt",
                w.train()
                    .take(80)
                    .map(|n| w.label(n) + "\n")
                    .collect::<String>(),
            );
        }),
        clean("ids that are numbers", Word, 100, |w| {
            w.answers(format!(
                "id,target\n{}",
                (0..100)
                    .map(|n| format!("{n},{}\n", w.label(n)))
                    .collect::<String>()
            ));
            w.put(
                "test.csv",
                format!(
                    "id,age,count\n{}",
                    (0..100)
                        .map(|n| format!(
                            "{n},{},{}\n",
                            20 + n % 60,
                            (noise(95, n) * 99.0) as usize
                        ))
                        .collect::<String>()
                ),
            );
            w.put(
                "train.csv",
                format!(
                    "id,age,target\n{}",
                    (100..300)
                        .map(|n| format!("{n},{},{}\n", 20 + n % 60, w.label(n)))
                        .collect::<String>()
                ),
            );
            w.put(
                "other.csv",
                format!(
                    "row,class\n{}",
                    (0..100)
                        .map(|n| format!("{n},{}\n", (noise(96, n) * 4.0) as usize))
                        .collect::<String>()
                ),
            );
        }),
        clean("prices of another year", Price, 80, |w| {
            w.put(
                "x.csv",
                w.csv("id,before", |n| {
                    (w.price(n) * (0.8 + 0.4 * noise(97, n)))
                        .round()
                        .to_string()
                }),
            )
        }),
        clean("a list of half the items", Binary, 80, |w| {
            w.put(
                "public_part.txt",
                (0..80)
                    .filter(|n| noise(98, *n) < 0.5)
                    .map(|n| id(n) + "\n")
                    .collect::<String>(),
            )
        }),
        clean("a field that is filled for half", Binary, 80, |w| {
            w.put(
                "x.csv",
                w.csv("id,note", |n| {
                    if noise(98, n) < 0.5 {
                        format!("n{n}")
                    } else {
                        String::new()
                    }
                }),
            )
        }),
    ]
}

fn files() -> Vec<Clean> {
    use Task::{Binary, Mask, Word};
    vec![
        clean("pictures in one folder", Word, 80, |w| {
            for n in 0..80 {
                let pixels: Vec<u8> = (0..64).map(|p| (255.0 * noise(100 + p, n)) as u8).collect();
                w.put(
                    &format!("test/{}.png", id(n)),
                    png(&pixels, 8, Some(("Software", "camera 1"))),
                );
            }
        }),
        clean("pictures in folders by place", Word, 80, |w| {
            for n in 0..80 {
                w.put(
                    &format!("test/site{}/{}_v2.jpg", n % 5, id(n)),
                    vec![0xff; 50 + n * 7 % 31],
                );
            }
        }),
        clean("train pictures in folders by label", Word, 80, |w| {
            let members: Vec<_> = w
                .train()
                .map(|n| (format!("train/{}/{}.jpg", w.label(n), id(n)), vec![1; 9]))
                .collect();
            w.put("train.zip", zip(&members));
            for n in 0..80 {
                w.put(&format!("test/{}.jpg", id(n)), vec![1; 9]);
            }
        }),
        clean("facts of each item", Binary, 60, |w| {
            for n in 0..60 {
                w.put(
                    &format!("test/{}/meta.json", id(n)),
                    format!(
                        "{{\"width\": {}, \"site\": \"s{}\", \"label\": null}}",
                        100 + n % 9,
                        n % 3
                    ),
                );
            }
        }),
        clean("records without labels, or with none", Binary, 60, |w| {
            let records = (0..60).map(|n| {
                vec![
                    ("image_name", Err(id(n))),
                    ("sex", Ok(u8::from(noise(101, n) < 0.5))),
                    ("target", Ok(0)),
                ]
            });
            w.put("test.tfrec", tfrecord(&records.collect::<Vec<_>>()));
        }),
        clean("an array of features", Word, 80, |w| {
            let values: Vec<f64> = (0..80 * 30).map(|n| noise(102, n)).collect();
            w.put("x_test.npy", npy(&[80, 30], &values));
            w.put(
                "x.tar.gz",
                tar_gz(&member("x.npy", npy(&[80, 30], &values))),
            );
        }),
        clean("further facts beside masks", Mask, 60, |w| {
            for n in 0..60 {
                w.put(
                    &format!("test/{}-anatomy.json", id(n)),
                    "[{\"geometry\": {\"coordinates\": [[1, 2], [3, 4]]}}]",
                );
                w.put(
                    &format!("test/{}/mask.png", id(n)),
                    png(&[255; 400], 20, None),
                );
            }
        }),
        clean("series of numbers", Binary, 40, |w| {
            let row = |n: usize, t: usize| {
                format!("{},{t},{:.3},{}\n", id(n), noise(103 + t as u64, n), t % 5)
            };
            let rows: String = (0..40)
                .flat_map(|n| (0..30).map(move |t| row(n, t)))
                .collect();
            w.put("series.csv", format!("id,t,x,y\n{rows}"));
        }),
        clean("series in the order of their times", Task::Price, 8, |w| {
            let row = |n: usize, t: usize| format!("{},{}\n", id(n), 1000 * n + t);
            let rows: String = (0..8)
                .flat_map(|n| (0..20).map(move |t| row(n, t)))
                .collect();
            w.put("series.csv", format!("id,time\n{rows}"));
        }),
        clean("damaged files of all kinds", Word, 80, |w| {
            for name in [
                "a.zip",
                "b.json",
                "c.mat",
                "d.tfrec",
                "e.parquet",
                "f.7z",
                "g.tar.gz",
                "h.tar",
                "i.npy",
                "j.bson",
                "k.png",
                "l.gz",
                "m.jsonl",
                "n.xml",
                "o.npz",
                "p.tgz",
            ] {
                w.put(name, "not that \u{1}\u{2}");
                w.put(&format!("empty/{name}"), "");
            }
        }),
    ]
}

pub(crate) fn all() -> Vec<Clean> {
    [tables(), files()].into_iter().flatten().collect()
}
