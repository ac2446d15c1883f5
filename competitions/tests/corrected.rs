//! What the corrected edition repairs: each test fails on the published files and holds on the
//! corrected ones.

mod miniature;
mod recordings;

mod corrected {
    mod all;
    mod support;

    mod billion_word_imputation;
    mod cassava_leaf_disease_classification;
    mod champs_scalar_coupling;
    mod facebook_recruiting_iii_keyword_extraction;
    mod h_and_m_personalized_fashion_recommendations;
    mod herbarium_2020_fgvc7;
    mod hms_harmful_brain_activity_classification;
    mod hubmap_kidney_segmentation;
    mod icecube_neutrinos_in_deep_ice;
    mod inaturalist_2019_fgvc6;
    mod invasive_species_monitoring;
    mod iwildcam_2019_fgvc6;
    mod iwildcam_2020_fgvc7;
    mod lyft_3d_object_detection;
    mod mlsp_2013_birds;
    mod movie_review_sentiment_analysis_kernels_only;
    mod multi_modal_gesture_recognition;
    mod new_york_city_taxi_fare_prediction;
    mod random_acts_of_pizza;
    mod ranzcr_clip_catheter_line_classification;
    mod rsna_2022_cervical_spine_fracture_detection;
    mod seti_breakthrough_listen;
    mod siim_isic_melanoma_classification;
    mod smartphone_decimeter_2022;
    mod spaceship_titanic;
    mod spooky_author_identification;
    mod stanford_covid_vaccine;
    mod statoil_iceberg_classifier_challenge;
    mod tensorflow2_question_answering;
    mod tensorflow_speech_recognition_challenge;
    mod text_normalization;
    mod tgs_salt_identification_challenge;
    mod tweet_sentiment_extraction;
    mod us_patent_phrase_to_phrase_matching;
}
