use super::support::both;

#[test]
fn test_molecules_have_a_structure() {
    let [published, corrected] = both("champs-scalar-coupling");
    let test = corrected.values("public/test.csv", "molecule_name");
    let table = "public/structures.csv";
    assert!(published.values(table, "molecule_name").is_disjoint(&test));
    let known = corrected.values(table, "molecule_name");
    for molecule in &test {
        let file = format!("public/structures/{molecule}.xyz");
        assert!(corrected.has(&file) && !published.has(&file), "{file}");
        assert!(known.contains(molecule), "{molecule}");
    }
}

#[test]
fn computed_tables_stay_with_the_train_molecules() {
    let [_, corrected] = both("champs-scalar-coupling");
    let test = corrected.values("public/test.csv", "molecule_name");
    for table in [
        "dipole_moments",
        "mulliken_charges",
        "scalar_coupling_contributions",
    ] {
        let known = corrected.values(&format!("public/{table}.csv"), "molecule_name");
        assert!(known.is_disjoint(&test), "{table}");
    }
}
