//! Many clean folders of random sizes, labels and features, with honest features up to a correlation of
//! 0.95 with what lies behind the label.

use std::fmt::Write as _;
use std::path::Path;

use mlebench_audit::{Truth, audit, read_answers};

use crate::world::noise;

/// Folders that are tried.
pub(crate) const FOLDERS: u64 = 200;

/// Returns what is found in a clean folder.
pub(crate) fn findings(folder: u64) -> Vec<mlebench_audit::Finding> {
    let scratch = tempfile::tempdir().expect("there is room");
    let public = scratch.path().join("public");
    std::fs::create_dir(&public).expect("there is room");
    write(folder, scratch.path(), &public);
    let answers = read_answers(&scratch.path().join("answers.csv")).expect("it is a table");
    let truth = Truth::new(&answers, &["id".to_owned()], &["target".to_owned()]);
    let truth = truth.expect("it has both columns");
    audit(&public, &truth).expect("it can be read").findings
}

fn write(folder: u64, scratch: &Path, public: &Path) {
    let pick = |seed: u64, from: &[usize]| {
        from[(noise(900 + seed, folder as usize) * from.len() as f64) as usize]
    };
    let items = pick(1, &[4, 8, 12, 20, 30, 50, 100, 200]);
    let train = pick(2, &[20, 50, 200]);
    let features = pick(3, &[2, 5, 20, 100]);
    let (task, classes) = (pick(4, &[0, 1, 2, 3]), pick(5, &[2, 3, 5, 10]));
    let strength = [0.0, 0.8, 0.9, 0.95][pick(6, &[0, 1, 2, 3])];
    let seed = |feature: usize| 1000 * (folder + 1) + feature as u64;
    // The sum of uniform numbers is nearly normal.
    let normal = |feature: usize, n: usize| {
        (0..4)
            .map(|k| noise(seed(500 + 4 * feature + k), n) - 0.5)
            .sum::<f64>()
            * 3.0_f64.sqrt()
    };
    let label = |n: usize| match task {
        0 => u8::from(normal(0, n) > [0.0, 1.0][folder as usize % 2]).to_string(),
        1 => ((noise(seed(500), n) * classes as f64) as usize).to_string(),
        2 => format!("{:.4}", 50.0 + 10.0 * normal(0, n)),
        _ => ((50.0 + 10.0 * normal(0, n)) as i32).to_string(),
    };
    let cell = |feature: usize, n: usize| {
        let x = noise(seed(feature), n);
        match feature % 8 {
            0 => format!("{x:.5}"),
            1 => u8::from(x < 0.5).to_string(),
            2 => format!("k{}", (x * 7.0) as usize),
            3 => ((x * 100.0) as usize).to_string(),
            4 if x < 0.5 => String::new(),
            4 => format!("{x:.3}"),
            5 => ["", "x", "y"][(x * 3.0) as usize].to_owned(),
            6 => ((x * 1e7) as usize).to_string(),
            _ => "1".to_owned(),
        }
    };
    let id = |n: usize| match folder % 3 {
        0 => n.to_string(),
        1 => format!("{n:05}.jpg"),
        _ => format!("h{:08x}", (noise(seed(400), n) * 4e9) as u32),
    };
    let row = |n: usize| {
        let mut row = id(n);
        for feature in 0..features {
            let _ = write!(row, ",{}", cell(feature, n));
        }
        let spread = (1.0 / (strength * strength + 1e-9) - 1.0_f64)
            .max(0.0)
            .sqrt();
        let _ = write!(
            row,
            ",{:.5}",
            if strength > 0.0 {
                normal(0, n) + spread * normal(9, n)
            } else {
                normal(9, n)
            }
        );
        row
    };
    let header: String = (0..features)
        .map(|feature| format!(",f{feature}"))
        .collect();
    let lines = |from: usize, to: usize, line: &dyn Fn(usize) -> String| {
        (from..to).map(|n| line(n) + "\n").collect::<String>()
    };
    let put = |path: &Path, text: String| std::fs::write(path, text).expect("there is room");
    put(
        &scratch.join("answers.csv"),
        "id,target\n".to_owned() + &lines(0, items, &|n| format!("{},{}", id(n), label(n))),
    );
    put(
        &public.join("test.csv"),
        format!("id{header},strong\n") + &lines(0, items, &row),
    );
    put(
        &public.join("train.csv"),
        format!("id{header},strong,target\n")
            + &lines(items, items + train, &|n| {
                format!("{},{}", row(n), label(n))
            }),
    );
    let guess = |n: usize| format!("{},{}", id(n), label(items + (n * 7 + 3) % train));
    put(
        &public.join("sample_submission.csv"),
        "id,target\n".to_owned() + &lines(0, items, &guess),
    );
}
