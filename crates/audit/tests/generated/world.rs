//! A made-up competition: items, labels of several kinds, honest features, and a public folder.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use mlebench_audit::{AuditReport, Truth, audit, read_answers};
use tempfile::TempDir;

/// Test and train items of most folders.
pub(crate) const ITEMS: usize = 80;
pub(crate) const TRAIN: usize = 200;

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Task {
    /// 0 or 1, about half each.
    Binary,
    /// 0 or 1, one in twenty.
    Rare,
    /// One of four words.
    Word,
    /// A number with three decimals.
    Price,
    /// Run lengths of a mask, sometimes none.
    Mask,
    /// A box: four numbers in one cell.
    Box,
    /// Several words in one cell.
    Tags,
}

/// A folder that is being filled.
pub(crate) struct World {
    folder: TempDir,
    pub(crate) task: Task,
    pub(crate) items: usize,
}

/// Returns a number from 0 to 1 without a pattern.
pub(crate) fn noise(seed: u64, n: usize) -> f64 {
    let mut x = (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ (n as u64 + 1).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    for factor in [0x94d0_49bb_1331_11eb_u64, 0xbf58_476d_1ce4_e5b9] {
        x = (x ^ (x >> 31)).wrapping_mul(factor);
    }
    ((x ^ (x >> 32)) >> 11) as f64 / (1_u64 << 53) as f64
}

pub(crate) fn id(n: usize) -> String {
    format!("s{:06x}", (noise(99, n) * f64::from(1 << 24)) as u32)
}

impl World {
    pub(crate) fn new(task: Task, items: usize) -> Self {
        let folder = tempfile::tempdir().expect("there is room");
        let world = Self {
            folder,
            task,
            items,
        };
        std::fs::create_dir(world.public()).expect("there is room");
        let answers = world.csv("id,target", |n| world.label(n));
        std::fs::write(world.folder.path().join("answers.csv"), answers).expect("there is room");
        world.put(
            "test.csv",
            world.csv("id,size,weight,kind", |n| world.features(n)),
        );
        let mut train = "id,size,weight,kind,target\n".to_owned();
        for n in world.train() {
            let _ = writeln!(train, "{},{},{}", id(n), world.features(n), world.label(n));
        }
        world.put("train.csv", train);
        world.put(
            "sample_submission.csv",
            world.csv("id,target", |_| world.guess()),
        );
        world.put("description.md", "Tell the target of each id.\n");
        world
    }

    pub(crate) fn public(&self) -> PathBuf {
        self.folder.path().join("public")
    }

    /// Numbers of the train items.
    pub(crate) fn train(&self) -> std::ops::Range<usize> {
        self.items..self.items + TRAIN
    }

    /// The class behind a word or number.
    pub(crate) fn class(&self, n: usize) -> usize {
        match self.task {
            Task::Binary => usize::from(noise(1, n) < 0.5),
            Task::Rare => usize::from(noise(1, n) < 0.05),
            _ => (noise(1, n) * 4.0) as usize,
        }
    }

    pub(crate) fn price(&self, n: usize) -> f64 {
        (noise(2, n) * 1e6).round() / 1e3
    }

    pub(crate) fn label(&self, n: usize) -> String {
        match self.task {
            Task::Binary | Task::Rare => self.class(n).to_string(),
            Task::Word => ["oak", "elm", "ash", "fir"][self.class(n)].to_owned(),
            Task::Price => self.price(n).to_string(),
            Task::Mask => self
                .runs(n)
                .iter()
                .map(|(a, b)| format!("{a} {b}"))
                .collect::<Vec<_>>()
                .join(" "),
            Task::Box => self.edges(n).map(|edge| edge.to_string()).join(" "),
            Task::Tags => {
                let tags = ["red", "old", "big", "wet", "raw"].into_iter().enumerate();
                let tags = tags.filter(|(seed, _)| noise(20 + *seed as u64, n) < 0.4);
                let tags: Vec<&str> = tags.map(|(_, tag)| tag).collect();
                if tags.is_empty() {
                    "none of all".to_owned()
                } else {
                    tags.join(" ")
                }
            }
        }
    }

    /// Starts and lengths of the runs of an item's mask, of 400 pixels.
    pub(crate) fn runs(&self, n: usize) -> Vec<(usize, usize)> {
        let count = (noise(3, n) * 4.0) as usize;
        let run = |k: usize| {
            (
                100 * k + 1 + (noise(4 + k as u64, n) * 40.0) as usize,
                1 + (noise(8 + k as u64, n) * 50.0) as usize,
            )
        };
        (0..count).map(run).collect()
    }

    pub(crate) fn edges(&self, n: usize) -> [usize; 4] {
        [30, 31, 32, 33].map(|seed| (noise(seed, n) * 1000.0) as usize)
    }

    fn guess(&self) -> String {
        match self.task {
            Task::Binary | Task::Rare => "0",
            Task::Word => "oak",
            Task::Price => "500.0",
            Task::Mask => "",
            Task::Box => "0 0 100 100",
            Task::Tags => "red",
        }
        .to_owned()
    }

    /// Honest features: noise, a number that has something to do with the label, a category.
    fn features(&self, n: usize) -> String {
        let hint = self.class(n) as f64 + 3.0 * noise(11, n);
        format!(
            "{:.4},{hint:.3},k{}",
            noise(10, n),
            (noise(12, n) * 7.0) as usize
        )
    }

    /// Returns a table of the test items.
    pub(crate) fn csv(&self, header: &str, cells: impl Fn(usize) -> String) -> String {
        let rows = (0..self.items).map(|n| format!("{},{}\n", id(n), cells(n)));
        format!("{header}\n{}", rows.collect::<String>())
    }

    /// Returns lines about the test items.
    pub(crate) fn lines(&self, line: impl Fn(usize) -> String) -> String {
        (0..self.items).map(|n| line(n) + "\n").collect()
    }

    /// Writes a public file.
    pub(crate) fn put(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.public().join(name);
        std::fs::create_dir_all(path.parent().expect("it has one")).expect("there is room");
        std::fs::write(path, content).expect("there is room");
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.public().join(name)
    }

    /// Writes other answers, for tasks with several label columns.
    pub(crate) fn answers(&self, content: String) {
        std::fs::write(self.folder.path().join("answers.csv"), content).expect("there is room");
    }

    pub(crate) fn audit(&self, targets: &[&str]) -> AuditReport {
        let answers = read_answers(&self.folder.path().join("answers.csv"));
        let targets: Vec<String> = targets.iter().map(|name| (*name).to_owned()).collect();
        let answers = answers.expect("they are a table");
        let truth = Truth::new(&answers, &["id".to_owned()], &targets);
        audit(&self.public(), &truth.expect("they have labels")).expect("it can be read")
    }
}

/// Returns a file that is packed by `write`.
pub(crate) fn packed(name: &str, write: impl Fn(&Path)) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("there is room");
    let path = folder.path().join(name);
    write(&path);
    std::fs::read(path).expect("it was written")
}
