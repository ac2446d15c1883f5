use super::support::both;

const STUDY: &str = "StudyInstanceUID";

#[test]
fn a_tenth_of_the_studies_is_test() {
    let [published, corrected] = both("rsna-2022-cervical-spine-fracture-detection");
    let sizes = |edition: &super::support::Prepared| {
        let train = edition.values("public/train.csv", STUDY).len();
        let test = edition.values("private/answers.csv", STUDY).len();
        (train, test)
    };
    let ((train, test), swapped) = (sizes(&corrected), sizes(&published));
    assert!(test * 8 < train && train < test * 10, "{train} and {test}");
    assert_eq!(swapped, (test, train));
}

#[test]
fn every_train_study_keeps_its_boxes_and_segmentation() {
    let [published, corrected] = both("rsna-2022-cervical-spine-fracture-detection");
    let boxes = "public/train_bounding_boxes.csv";
    let train = corrected.values("public/train.csv", STUDY);
    let boxed = corrected.values(boxes, STUDY);
    assert!(boxed.is_subset(&train));
    let lost = published.values(boxes, STUDY);
    // Together the two editions show the boxes of all studies but those the published one loses.
    assert!(boxed.is_disjoint(&lost) && boxed.len() > lost.len());
    let count = |edition: &super::support::Prepared| {
        std::fs::read_dir(edition.path("public/segmentations"))
            .unwrap()
            .count()
    };
    assert!(count(&corrected) > count(&published));
}
