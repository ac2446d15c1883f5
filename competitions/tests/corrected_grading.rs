//! What the corrected edition grades differently: each line of the list of corrections that concerns
//! graders, as a small case with both outcomes. The published outcome shows the flaw.

use mlebench_competitions::Registry;
use mlebench_core::answers;
use mlebench_core::edition::Edition;
use mlebench_core::grade::grade;
use mlebench_core::submission::{self, Expectation, read_options};
use mlebench_core::verdict::Verdict;

/// The rounded score, or the code of the rejection.
fn outcome(id: &str, edition: Edition, answers: &str, submitted: &str) -> String {
    let competition = Registry::builtin().get(id).expect("it is built in");
    let competition = competition.in_edition(edition).expect("it parses");
    let answers = answers::read(&competition, &mut answers.as_bytes()).expect("they are a table");
    let expected = Expectation::from_answers(&competition.spec, &answers).expect("they are whole");
    let table = match submission::read(submitted.as_bytes(), &read_options(&competition.spec)) {
        Ok(table) => table,
        Err(rejection) => return rejection.code.as_str().to_owned(),
    };
    match grade(&competition, &answers, &expected, &table).expect("no fault of ours") {
        Verdict::Scored(score) => score.rounded.to_string(),
        Verdict::Rejected(rejection) => rejection.code.as_str().to_owned(),
    }
}

#[track_caller]
fn check(id: &str, answers: &str, submitted: &str, published: &str, corrected: &str) {
    let editions = [Edition::Published, Edition::Corrected];
    let both = editions.map(|edition| outcome(id, edition, answers, submitted));
    assert_eq!(both, [published, corrected], "{id}");
}

/// C12, C60: answers in JSON lines are read the same way everywhere; F1 instead of accuracy.
#[test]
fn questions_are_scored_by_f1() {
    let page = |id: u8, start: i8| {
        format!(
            "{{\"example_id\":\"{id}\",\"annotations\":[{{\"yes_no_answer\":\"NONE\",\"long_answer\":\
             {{\"start_token\":{start},\"end_token\":9}},\"short_answers\":[]}}]}}\n"
        )
    };
    let answers = page(1, 4) + &page(2, -1);
    let id = "tensorflow2-question-answering";
    let rows = |first: &str| {
        format!("example_id,PredictionString\n1_long,{first}\n1_short,\n2_long,\n2_short,\n")
    };
    check(id, &answers, &rows("4:9"), "1", "1");
    check(id, &answers, &rows(""), "0.75", "0");
}

/// C19: words for missing values are words.
#[test]
fn normalised_text_is_compared_as_it_is_written() {
    for language in ["english", "russian"] {
        let id = format!("text-normalization-challenge-{language}-language");
        let (answers, guess) = ("id,after\n0_0,null\n0_1,a\n", "id,after\n0_0,nan\n0_1,a\n");
        check(&id, answers, guess, "1", "0.5");
        check(&id, answers, answers, "1", "1");
    }
}

/// C21, C22, C66: rows are divided by their sum and clipped at 1e-15.
#[test]
fn class_probabilities_are_rescaled() {
    for id in [
        "leaf-classification",
        "spooky-author-identification",
        "dog-breed-identification",
    ] {
        let competition = Registry::builtin().get(id).unwrap();
        let classes: Vec<&str> = competition.spec.submission.targets().collect();
        let header = format!("id,{}\n", classes.join(","));
        let row = |id: u8, first: [&str; 3]| {
            let mut cells = vec!["0"; classes.len()];
            cells[..3].copy_from_slice(&first);
            format!("{id},{}\n", cells.join(","))
        };
        let table = |rows: [[&str; 3]; 3]| {
            let rows = (1..).zip(rows).map(|(id, cells)| row(id, cells));
            header.clone() + &rows.collect::<String>()
        };
        let answers = table([["1", "0", "0"], ["0", "0", "1"], ["0", "0", "1"]]);
        let guess = table([["2", "1", "1"], [".2", ".2", ".6"], ["0", "0", "3"]]);
        check(id, &answers, &guess, "out_of_range", "0.40132");
    }
    let (answers, guess) = ("id,is_iceberg\na,1\n", "id,is_iceberg\na,0\n");
    let id = "statoil-iceberg-classifier-challenge";
    check(id, answers, guess, "36.04365", "34.53878");
}

/// C39, C53: tags are text, wrong ones cost, and F1 is averaged over rows where the task says so.
#[test]
fn labels_that_never_occur_are_false_positives() {
    let id = "facebook-recruiting-iii-keyword-extraction";
    let answers = "Id,Tags\n1,a b\n2,null\n";
    check(id, answers, answers, "1", "1");
    check(id, answers, "Id,Tags\n1,a b zz\n2,x\n", "1", "0.4");
    check(id, "Id,Tags\n1,7\n", "Id,Tags\n1,7\n", "not_a_label", "1");
    let id = "imet-2020-fgvc7";
    let (answers, guess) = (
        "id,attribute_ids\na,1 2\nb,3\n",
        "id,attribute_ids\na,1 2\nb,9 3\n",
    );
    check(id, answers, guess, "1", "0.85714");
    let id = "plant-pathology-2021-fgvc8";
    let (answers, guess) = ("image,labels\na,scab\n", "image,labels\na,scab mould\n");
    check(id, answers, guess, "1", "0.66667");
}

/// C39, C62: two empty texts are equal, and `null` is a word.
#[test]
fn empty_and_odd_words_are_compared_as_text() {
    let id = "tweet-sentiment-extraction";
    let answers = "textID,selected_text\na,null\nb,\n";
    check(id, answers, answers, "nan_score", "1");
    let id = "chaii-hindi-and-tamil-question-answering";
    let answers = "id,PredictionString\na,x\nb,\n";
    check(id, answers, answers, "0.5", "1");
}

/// C47: a file that cannot be read is a rejection, and so is a score that is no number.
#[test]
fn unreadable_files_are_rejected() {
    let (answers, ragged) = ("key,fare_amount\na,1\n", "key,fare_amount\na,1\na,1,2\n");
    let id = "new-york-city-taxi-fare-prediction";
    check(id, answers, ragged, "unreadable", "unreadable");
    let id = "us-patent-phrase-to-phrase-matching";
    let (answers, constant) = ("id,score\na,0\nb,1\n", "id,score\na,1\nb,1\n");
    check(id, answers, constant, "nan_score", "nan_score");
}

/// C48: ids are compared, never trusted by position.
#[test]
fn foreign_ids_are_rejected() {
    let id = "new-york-city-taxi-fare-prediction";
    let (answers, foreign) = ("key,fare_amount\na,1\n", "key,fare_amount\nz,1\n");
    check(id, answers, foreign, "0", "unknown_id");
    let id = "nomad2018-predict-transparent-conductors";
    let columns = "id,formation_energy_ev_natom,bandgap_energy_ev\n";
    let answers = format!("{columns}1,0,0\n2,1,1\n");
    let swapped = format!("{columns}2,1,1\n1,0,0\n");
    check(id, &answers, &swapped, "0.69315", "0");
    let id = "smartphone-decimeter-2022";
    let columns = "tripId,UnixTimeMillis,LatitudeDegrees,LongitudeDegrees\n";
    let answers = format!("{columns}t,1,0,0\nt,2,1,0\n");
    let swapped = format!("{columns}t,2,1,0\nt,1,0,0\n");
    check(id, &answers, &swapped, "111194.92664", "0");
    let foreign = format!("{columns}t,1,0,0\nt,3,1,0\n");
    check(id, &answers, &foreign, "0", "unknown_id");
    let id = "predict-volcanic-eruptions-ingv-oe";
    let answers = "segment_id,time_to_eruption\n1,5\n2,5\n";
    let repeated = "segment_id,time_to_eruption\n1,5\n2,9\n1,5\n";
    check(id, answers, repeated, "1", "row_count");
}

/// C48: the order of columns and rows does not matter.
#[test]
fn order_never_matters() {
    let id = "jigsaw-toxic-comment-classification-challenge";
    let names = "toxic,severe_toxic,obscene,threat,insult,identity_hate";
    let answers = format!("id,{names}\na,1,1,1,1,1,1\nb,0,0,0,0,0,0\nc,-1,-1,-1,-1,-1,-1\n");
    let repeated = format!("id,{names}\na,1,1,1,1,1,1\na,0,0,0,0,0,0\nc,0,0,0,0,0,0\n");
    check(id, &answers, &repeated, "1", "duplicate_id");
    let other = format!(
        "id,x,{}\na,1,1,1,1,1,1\nb,0,0,0,0,0,0\nc,0,0,0,0,0,0\n",
        &names[6..]
    );
    check(id, &answers, &other, "unexpected_column", "missing_column");
    let id = "stanford-covid-vaccine";
    let columns = "id_seqpos,reactivity,deg_Mg_pH10,deg_pH10,deg_Mg_50C,deg_50C";
    let answers = format!("{columns},keep\na,1,1,0,1,0,True\nb,5,5,0,5,0,False\n");
    let swapped = format!("{columns}\nb,0,0,0,0,0\na,1,1,0,1,0\n");
    check(id, &answers, &swapped, "1", "0");
    let id = "osic-pulmonary-fibrosis-progression";
    let answers = "Patient,Patient_Week,FVC,Confidence\np,p_1,70,100\np,p_2,70,100\n";
    let short = "Patient_Week,FVC,Confidence\np_1,70,70\n";
    check(id, answers, short, "-4.59507", "row_count");
}

/// C49: the error has a floor.
#[test]
fn a_perfect_coupling_type_has_the_floor_of_the_task() {
    let id = "champs-scalar-coupling";
    let answers = "id,type,scalar_coupling_constant\n1,1JHC,80\n";
    let perfect = "id,scalar_coupling_constant\n1,80\n";
    check(id, answers, perfect, "nan_score", "-20.72327");
    let repeated = "id,scalar_coupling_constant\n1,81\n1,81\n";
    check(id, answers, repeated, "0", "row_count");
}

/// C48, C50: article ids are text, and customers are matched by name.
#[test]
fn article_ids_are_text() {
    let id = "h-and-m-personalized-fashion-recommendations";
    let answers = "customer_id,prediction,bought\na,0706016001,1\nb,0372860002,1\n";
    let padded = "customer_id,prediction\na,0706016001\nb,0372860002\n";
    check(id, answers, padded, "1", "1");
    let unpadded = "customer_id,prediction\na,706016001\nb,0372860002\n";
    check(id, answers, unpadded, "1", "0.5");
    let foreign = "customer_id,prediction\na,0706016001\nb,0372860002\nc,1\n";
    check(id, answers, foreign, "1", "row_count");
}

/// C51: every column is clipped, nothing may be missing.
#[test]
fn votes_are_clipped_and_complete() {
    let id = "hms-harmful-brain-activity-classification";
    let columns = "eeg_id,seizure_vote,lpd_vote,gpd_vote,lrda_vote,grda_vote,other_vote\n";
    let answers = format!("{columns}1,1,0,0,0,0,0\n");
    let whole = format!("{columns}1,0,1,0,0,0,0\n");
    check(id, &answers, &whole, "nan_score", "34.53878");
    let gap = format!("{columns}1,,1,0,0,0,0\n");
    check(id, &answers, &gap, "0", "missing_value");
}

/// C52: masks are pairs of numbers inside the image.
#[test]
fn masks_are_strict() {
    let refused = |id: &str, answers: &str, submission: &dyn Fn(&str) -> String| {
        for text in ["3", "1 1 3", "1 99999"] {
            let guess = submission(text);
            let published = outcome(id, Edition::Published, answers, &guess);
            let numeric = text == "3";
            let scored = published.parse::<f64>().is_ok();
            assert!(scored || numeric, "{id}: {text} is {published}");
            let corrected = outcome(id, Edition::Corrected, answers, &guess);
            assert_eq!(corrected, "bad_format", "{id}: {text}");
        }
    };
    refused(
        "google-research-identify-contrails-reduce-global-warming",
        "record_id,encoded_pixels,height,width\n1,1 2,4,4\n2,-,4,4\n",
        &|text| format!("record_id,encoded_pixels\n1,{text}\n2,1 1\n"),
    );
    refused(
        "hubmap-kidney-segmentation",
        "id,encoding,width_pixels,height_pixels\na,1 2,4,4\nb,1 1,4,4\n",
        &|text| format!("id,predicted\na,{text}\nb,1 1\n"),
    );
    refused(
        "tgs-salt-identification-challenge",
        "id,rle_mask\na,1 2\nb,1 1\n",
        &|text| format!("id,rle_mask\na,{text}\nb,1 1\n"),
    );
    refused(
        "vesuvius-challenge-ink-detection",
        "Id,Predicted,width,height\na,1 2,4,4\n",
        &|text| format!("Id,Predicted\na,{text}\n"),
    );
    refused(
        "uw-madison-gi-tract-image-segmentation",
        "id,class,predicted,image_width,image_height\nc1_day1_slice_1,stomach,1 2,4,4\n\
         c1_day1_slice_2,stomach,1 1,4,4\n",
        &|text| {
            format!(
                "id,class,predicted\nc1_day1_slice_1,stomach,{text}\n\
                 c1_day1_slice_2,stomach,1 1\n"
            )
        },
    );
}

/// C54: hits over hits and errors, and boxes of absent classes cost.
#[test]
fn boxes_in_space_cost_when_their_class_is_absent() {
    let id = "3d-object-detection-for-autonomous-vehicles";
    let car = "1.0 0 0 0 2 4 2 0 car";
    let answers = format!("Id,PredictionString\na,{car}\n");
    let guess = format!("Id,PredictionString\na,{car} 0.9 9 9 0 1 1 1 0 bus\n");
    check(id, &answers, &guess, "1", "0.5");
}

/// C55: disagreements weigh by the difference of the values.
#[test]
fn kappa_weighs_by_value() {
    let answers = "id_code,diagnosis\na,0\nb,1\nc,4\nd,4\n";
    let guess = "id_code,diagnosis\na,1\nb,1\nc,4\nd,1\n";
    check(
        "aptos2019-blindness-detection",
        answers,
        guess,
        "0.42857",
        "0.5122",
    );
    let (answers, guess) = (
        "essay_id,score\na,1\nb,2\nc,6\nd,6\n",
        "essay_id,score\na,2\nb,2\nc,6\nd,2\n",
    );
    let id = "learning-agency-lab-automated-essay-scoring-2";
    check(id, answers, guess, "0.42857", "0.51429");
}

/// C56: every true box can be hit once, so the answers score 1.
#[test]
fn the_perfect_chest_boxes_score_one() {
    let answers = "image_id,class_id,class_name,rad_id,x_min,y_min,x_max,y_max\n\
                   a,0,x,r,10,10,60,60\nb,0,x,r,20,20,70,70\n";
    let perfect = "image_id,PredictionString\na,0 1 10 10 60 60\nb,0 1 20 20 70 70\n";
    let id = "vinbigdata-chest-xray-abnormalities-detection";
    check(id, answers, perfect, "0.25248", "1");
}

/// C57: a box whose best true box is taken is a false positive.
#[test]
fn boxes_do_not_fall_back_to_the_second_best() {
    let answers = "id,PredictionString\na,opacity 1 0 0 100 100 opacity 1 0 20 100 120\n";
    let guess = "id,PredictionString\na,opacity 0.9 0 0 100 100 opacity 0.8 0 5 100 105\n";
    check("siim-covid19-detection", answers, guess, "1", "0.5");
}

/// C58: an empty mask for an image with salt overlaps nothing.
#[test]
fn an_empty_mask_is_not_a_full_one() {
    let id = "tgs-salt-identification-challenge";
    let (answers, guess) = ("id,rle_mask\na,1 10201\n", "id,rle_mask\na,\n");
    check(id, answers, guess, "1", "0");
}

/// C59: the distance is taken class by class.
#[test]
fn swapped_organs_have_a_distance() {
    let row = |class: &str, mask: &str| format!("c_day1_slice_1,{class},{mask}");
    let table = |a: &str, b: &str| [row("large_bowel", a), row("stomach", b)];
    let answers = table("1 1", "16 1")
        .map(|row| format!("{row},4,4\n"))
        .concat();
    let answers = format!("id,class,predicted,image_width,image_height\n{answers}");
    let guess = table("16 1", "1 1").map(|row| format!("{row}\n")).concat();
    let guess = format!("id,class,predicted\n{guess}");
    let id = "uw-madison-gi-tract-image-segmentation";
    check(id, &answers, &guess, "0.6", "0.23258");
}

/// C61: a missing probability is a rejection, negative ones are 0.
#[test]
fn probabilities_of_cancer_are_checked() {
    let id = "rsna-breast-cancer-detection";
    let answers = "prediction_id,cancer\na,1\nb,0\n";
    let gap = "prediction_id,cancer\na,\nb,0.5\n";
    check(id, answers, gap, "0", "missing_value");
    let negative = "prediction_id,cancer\na,-1\nb,-2\n";
    let published = outcome(id, Edition::Published, answers, negative);
    assert!(published.parse::<f64>().is_err(), "{published}");
    assert_eq!(outcome(id, Edition::Corrected, answers, negative), "0");
}

/// C63: areas are those of the scores, not of the scores cut at one half.
#[test]
fn toxicity_scores_are_not_cut() {
    let identities = "male,female,homosexual_gay_or_lesbian,christian,jewish,muslim,black,white,\
                      psychiatric_or_mental_illness";
    let row = |id: u8, toxicity: u8, identity: u8| {
        let flags = vec![identity.to_string(); 9].join(",");
        format!("{id},{toxicity},{flags}\n")
    };
    let rows = [row(1, 1, 1), row(2, 0, 1), row(3, 1, 0), row(4, 0, 0)].concat();
    let answers = format!("id,toxicity,{identities}\n{rows}");
    let id = "jigsaw-unintended-bias-in-toxicity-classification";
    let guess = "id,prediction\n1,0.9\n2,0.6\n3,0.8\n4,0.55\n";
    check(id, &answers, guess, "0.5", "1");
    let gap = "id,prediction\n1,0.9\n2,\n3,0.8\n4,0.1\n";
    check(id, &answers, gap, "1", "missing_value");
    let reversed = "id,prediction\n1,0\n2,1\n3,0\n4,1\n";
    let corrected = outcome(id, Edition::Corrected, &answers, reversed);
    assert_eq!(corrected, "0", "the power mean of zeros is 0");
}

/// C64: a missing cell is a rejection, ids are text.
#[test]
fn missing_texts_are_rejected() {
    let gap = |id: &str, header: &str, full: &str, published: &str| {
        let answers = format!("{header}\na1,{full}\nb2,{full}\n");
        let guess = format!("{header}\na1,{full}\nb2,\n");
        check(id, &answers, &guess, published, "missing_value");
    };
    gap(
        "billion-word-imputation",
        "id,sentence",
        "x y",
        "missing_value",
    );
    gap("bms-molecular-translation", "image_id,InChI", "nan", "0");
    gap("hotel-id-2021-fgvc8", "image,hotel_id", "12", "0");
    gap(
        "inaturalist-2019-fgvc6",
        "id,predicted",
        "7 8",
        "missing_value",
    );
    let (answers, guess) = ("id,predicted\n1,7\n", "id,predicted\n1,7.0\n");
    check(
        "inaturalist-2019-fgvc6",
        answers,
        guess,
        "bad_format",
        "bad_format",
    );
}

/// C65: a page has at most 1,200 points.
#[test]
fn pages_have_a_limit_of_points() {
    let id = "kuzushiji-recognition";
    let answers = "image_id,labels\na,U+1 0 0 9 9\n";
    let points = |count: usize| {
        let points = vec!["U+1 5 5"; count].join(" ");
        format!("image_id,labels\na,{points}\n")
    };
    check(id, answers, &points(1200), "0.00167", "0.00167");
    check(id, answers, &points(1201), "0.00166", "bad_format");
}
