use super::support::both;

#[test]
fn every_table_of_segments_has_its_own_header() {
    let [published, corrected] = both("mlsp-2013-birds");
    for (table, header) in [
        ("histogram_of_segments", "rec_id,[hist]"),
        ("segment_features", "rec_id,segment_id,[features]"),
        (
            "segment_rectangles",
            "rec_id,segment_id,min_x,max_x,min_y,max_y",
        ),
    ] {
        let file = format!("public/supplemental_data/{table}.txt");
        let (old, new) = (published.text(&file), corrected.text(&file));
        let (old_header, old_rows) = old.split_once('\n').unwrap();
        let (new_header, new_rows) = new.split_once('\n').unwrap();
        assert_eq!(old_header, "rec_id,[histogram of segment features]");
        assert_eq!(new_header, header);
        assert_eq!(old_rows, new_rows);
    }
}
