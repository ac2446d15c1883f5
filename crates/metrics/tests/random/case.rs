//! One random input of a metric, in the form of the golden files, and what may be done to it.

use mlebench_metrics::{MetricError, MetricName};
use serde_json::{Map, Value, json};

use crate::rng::Rng;
use crate::score::score;

/// How a field of the input lies over the rows.
#[derive(Clone, Copy)]
enum Layout {
    /// A list with one entry per row.
    Rows,
    /// A list of columns, each with one entry per row.
    Columns,
}

/// A random input.
pub(crate) struct Case {
    metric: MetricName,
    parameters: Value,
    input: Map<String, Value>,
    /// What a perfect prediction has instead; empty where no prediction reaches the best score.
    perfect: Vec<(&'static str, Value)>,
    /// Fields whose rows belong together.
    together: Vec<Vec<(&'static str, Layout)>>,
    ordered: bool,
}

impl Case {
    /// Truth and prediction with one entry per row. A perfect prediction equals the truth.
    pub(crate) fn rows(
        metric: MetricName,
        truth: impl Into<Value>,
        predicted: impl Into<Value>,
    ) -> Self {
        Self::new(metric, truth.into(), predicted.into(), Layout::Rows)
    }

    /// Truth and prediction as lists of columns. A perfect prediction equals the truth.
    pub(crate) fn columns(
        metric: MetricName,
        truth: impl Into<Value>,
        predicted: impl Into<Value>,
    ) -> Self {
        Self::new(metric, truth.into(), predicted.into(), Layout::Columns)
    }

    fn new(metric: MetricName, truth: Value, predicted: Value, layout: Layout) -> Self {
        let perfect = vec![("predicted", truth.clone())];
        let mut input = Map::new();
        input.insert("truth".to_owned(), truth);
        input.insert("predicted".to_owned(), predicted);
        Self {
            metric,
            parameters: Value::Null,
            input,
            perfect,
            together: vec![vec![("truth", layout), ("predicted", layout)]],
            ordered: false,
        }
    }

    /// Adds a field that has nothing to do with rows.
    pub(crate) fn with(mut self, key: &'static str, value: impl Into<Value>) -> Self {
        self.input.insert(key.to_owned(), value.into());
        self
    }

    /// Adds a field with one entry per row.
    pub(crate) fn with_rows(mut self, key: &'static str, value: impl Into<Value>) -> Self {
        self.lay(key, Layout::Rows);
        self.with(key, value)
    }

    /// Adds a list of columns.
    pub(crate) fn with_columns(mut self, key: &'static str, value: impl Into<Value>) -> Self {
        self.lay(key, Layout::Columns);
        self.with(key, value)
    }

    fn lay(&mut self, key: &'static str, layout: Layout) {
        self.together[0].retain(|(other, _)| *other != key);
        self.together[0].push((key, layout));
    }

    /// Says that fields have rows of their own, in an order of their own.
    pub(crate) fn apart(mut self, keys: &[&'static str]) -> Self {
        for group in &mut self.together {
            group.retain(|(key, _)| !keys.contains(key));
        }
        let group = keys.iter().map(|key| (*key, Layout::Rows)).collect();
        self.together.push(group);
        self
    }

    /// Sets the parameters.
    pub(crate) fn parameters(mut self, parameters: Value) -> Self {
        self.parameters = parameters;
        self
    }

    /// Says what a perfect prediction has in a field.
    pub(crate) fn perfect(mut self, key: &'static str, value: impl Into<Value>) -> Self {
        self.perfect.retain(|(other, _)| *other != key);
        self.perfect.push((key, value.into()));
        self
    }

    /// Says whether some prediction reaches the best score.
    pub(crate) fn perfect_if(mut self, possible: bool) -> Self {
        if !possible {
            self.perfect.clear();
        }
        self
    }

    /// Says that the original depends on the order of rows here.
    pub(crate) fn ordered_if(mut self, ordered: bool) -> Self {
        self.ordered |= ordered;
        self
    }

    pub(crate) fn is_ordered(&self) -> bool {
        self.ordered
    }

    /// The metric of the input.
    pub(crate) fn score(&self) -> Result<f64, MetricError> {
        score(
            self.metric,
            &self.parameters,
            &Value::Object(self.input.clone()),
        )
    }

    /// What the oracle reads.
    pub(crate) fn request(&self) -> Value {
        json!({
            "metric": self.metric.reference().id,
            "parameters": self.parameters,
            "input": self.input,
        })
    }

    /// The same truth with a perfect prediction.
    pub(crate) fn made_perfect(mut self) -> Option<Self> {
        if self.perfect.is_empty() {
            return None;
        }
        for (key, value) in std::mem::take(&mut self.perfect) {
            self.input.insert(key.to_owned(), value);
        }
        Some(self)
    }

    /// Puts the rows into another order.
    pub(crate) fn shuffle(&mut self, rng: &mut Rng) {
        for group in &self.together {
            let Some((first, layout)) = group.first() else {
                continue;
            };
            let value = &self.input[*first];
            let list = match layout {
                Layout::Rows => value.as_array(),
                Layout::Columns => value[0].as_array(),
            };
            let order = rng.order(list.map_or(0, Vec::len));
            for (key, layout) in group {
                let value = &mut self.input[*key];
                match layout {
                    Layout::Rows => reorder(value, &order),
                    Layout::Columns => {
                        let columns = value.as_array_mut().into_iter().flatten();
                        columns.for_each(|column| reorder(column, &order));
                    }
                }
            }
        }
    }

    /// Replaces some decimal numbers of the prediction by awkward ones.
    pub(crate) fn disturb(&mut self, rng: &mut Rng) {
        for key in ["predicted", "confidence"] {
            if let Some(value) = self.input.get_mut(key) {
                disturb(value, rng);
            }
        }
    }
}

fn reorder(list: &mut Value, order: &[usize]) {
    let old = list.take();
    *list = order.iter().map(|place| old[*place].clone()).collect();
}

fn disturb(value: &mut Value, rng: &mut Rng) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| disturb(item, rng)),
        Value::Number(number) if number.is_f64() && rng.chance(0.2) => {
            *value = rng.pick(&[
                json!("nan"),
                json!("inf"),
                json!("-inf"),
                json!(f64::MAX),
                json!(f64::MIN),
                json!(5e-324),
                json!(-0.0),
                json!(-1.0),
                json!(1e18),
            ]);
        }
        _ => {}
    }
}
