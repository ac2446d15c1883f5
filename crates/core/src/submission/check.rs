//! Checking a loaded submission against the schema and the test set.

use std::borrow::Cow;

use mlebench_data::table::{Column, Table};

use crate::spec::{ColumnGroup, Compat, CompetitionSpec, IdRule, OtherColumns};
use crate::submission::alignment::{Alignment, Rows};
use crate::submission::cells::{self, Context};
use crate::submission::expectation::Expectation;
use crate::verdict::{Rejection, RejectionCode};

/// A submission that keeps every rule of its schema.
#[derive(Debug, Clone)]
pub struct Checked<'s> {
    ids: Vec<&'s Column>,
    columns: Vec<CheckedColumn<'s>>,
    alignment: Alignment,
}

/// A predicted column of a checked submission.
#[derive(Debug, Clone)]
pub struct CheckedColumn<'s> {
    /// Its declared name.
    pub name: &'s str,
    /// How it is declared.
    pub group: &'s ColumnGroup,
    /// The scored cells, in the order of [`Alignment::answers`].
    pub cells: Cow<'s, Column>,
}

impl Checked<'_> {
    /// Returns the predicted columns that are scored.
    pub fn columns(&self) -> &[CheckedColumn<'_>] {
        &self.columns
    }

    /// Returns the scored cells of an id column, by its place among the declared ones; `None` where
    /// the file lacks it.
    pub fn id(&self, place: usize) -> Option<Cow<'_, Column>> {
        let column = self.ids.get(place)?;
        Some(self.alignment.submission.of(column))
    }

    /// Returns which rows of both sides belong together.
    pub fn alignment(&self) -> &Alignment {
        &self.alignment
    }

    /// Returns the submission's row (0-based) of a scored pair.
    pub fn submission_row(&self, place: usize) -> usize {
        self.alignment.submission.get(place)
    }
}

/// Checks a submission: columns, number of rows, ids, then every cell of the scored rows.
///
/// # Errors
///
/// Returns the first rule that is broken, in that order.
pub fn check<'s>(
    spec: &'s CompetitionSpec,
    expected: &Expectation,
    submission: &'s Table,
) -> Result<Checked<'s>, Rejection> {
    let compat = &spec.compat;
    check_columns(spec, submission)?;
    let alignment = expected.align(spec, submission)?;
    let flags = relevant_rows(compat, &alignment, submission.rows());
    let context = Context {
        compat,
        expected,
        alignment: &alignment,
        relevant: flags.as_deref(),
    };
    let predicted = predicted_columns(spec, submission)?;
    let mut summed: Vec<(&str, Cow<'_, Column>)> = Vec::new();
    for (group, name, column) in &predicted {
        cells::check_column(&context, group, name, column)?;
        summed.push((name, Cow::Borrowed(column)));
    }
    if let (true, Some(group)) = (compat.other_columns_count, spec.submission.columns.first()) {
        for (name, column) in undeclared(spec, submission) {
            cells::check_column(&context, group, name, column)?;
            summed.push((name, Cow::Borrowed(column)));
        }
    }
    let all_truth_values = || {
        let mut columns = predicted.iter().map(|(_, _, column)| column);
        columns.all(|column| matches!(column, Column::Bool(_)))
    };
    if compat.reject_all_truth_values && all_truth_values() {
        let message = "all predicted columns hold truth values, expected numbers";
        return Err(Rejection::new(RejectionCode::NotANumber, message));
    }
    if let Some(rule) = spec.submission.row_sum.or(compat.row_sum) {
        cells::check_row_sums(rule, &summed)?;
    }
    let columns = predicted
        .into_iter()
        .filter(|(group, _, _)| group.kind.is_scored())
        .map(|(group, name, column)| CheckedColumn {
            name,
            group,
            cells: alignment.submission.of(column),
        })
        .collect();
    let ids = spec.submission.id.iter();
    Ok(Checked {
        ids: ids.filter_map(|name| submission.column(name)).collect(),
        columns,
        alignment,
    })
}

/// The predicted columns of the file, in the declared order.
fn predicted_columns<'s>(
    spec: &'s CompetitionSpec,
    submission: &'s Table,
) -> Result<Vec<(&'s ColumnGroup, &'s str, &'s Column)>, Rejection> {
    let declared = spec.submission.columns.iter();
    let declared =
        declared.flat_map(|group| group.names.iter().map(move |name| (group, name.as_str())));
    if spec.compat.columns_by_place {
        let is_id = |name: &str| spec.submission.id.iter().any(|id| id == name);
        let found: Vec<&Column> = submission
            .columns()
            .filter(|(name, _)| !is_id(name))
            .map(|(_, column)| column)
            .collect();
        let names: Vec<_> = declared.collect();
        if found.len() != names.len() {
            let message = format!(
                "{} columns beside the id, expected {}",
                found.len(),
                names.len()
            );
            return Err(Rejection::new(RejectionCode::MissingColumn, message));
        }
        let pairs = names.into_iter().zip(found);
        return Ok(pairs
            .map(|((group, name), column)| (group, name, column))
            .collect());
    }
    Ok(declared
        .filter_map(|(group, name)| {
            let alias = || submission.column(spec.compat.column_alias.as_deref()?);
            let column = submission.column(name).or_else(alias)?;
            Some((group, name, column))
        })
        .collect())
}

fn undeclared<'s>(
    spec: &'s CompetitionSpec,
    submission: &'s Table,
) -> impl Iterator<Item = (&'s str, &'s Column)> {
    let known = |name: &str| {
        spec.submission.id.iter().any(|id| id == name)
            || spec.submission.targets().any(|target| target == name)
    };
    submission.columns().filter(move |(name, _)| !known(name))
}

/// The submission's rows whose cells are checked, as flags; `None` for all.
fn relevant_rows(compat: &Compat, alignment: &Alignment, rows: usize) -> Option<Vec<bool>> {
    let Rows::Picked(picked) = &alignment.submission else {
        return None;
    };
    if picked.len() == rows || compat.ids == IdRule::PresentThenPlace {
        return None;
    }
    let mut relevant = vec![false; rows];
    for row in picked {
        relevant[*row] = true;
    }
    Some(relevant)
}

fn check_columns(spec: &CompetitionSpec, submission: &Table) -> Result<(), Rejection> {
    let (schema, compat) = (&spec.submission, &spec.compat);
    if submission.column_names().next().is_none() {
        return Err(Rejection::new(RejectionCode::Empty, "the file is empty"));
    }
    let ids = if compat.ids == IdRule::FilePlace {
        &[][..]
    } else {
        &schema.id[..]
    };
    let alias = compat.column_alias.as_deref();
    let has = |name: &str| submission.column(name).is_some();
    let by_name = schema.targets().filter(|_| !compat.columns_by_place);
    for name in ids.iter().map(String::as_str).chain(by_name) {
        let renamed = alias.is_some_and(|alias| schema.targets().any(|t| t == name) && has(alias));
        if renamed && has(name) {
            let message = "the predicted column stands there under both of its names";
            return Err(Rejection::new(RejectionCode::UnexpectedColumn, message).in_column(name));
        }
        if !has(name) && !renamed {
            let found: Vec<&str> = submission.column_names().take(8).collect();
            let message = format!(
                "the column `{name}` is missing (found `{}`)",
                found.join("`, `")
            );
            return Err(Rejection::new(RejectionCode::MissingColumn, message).in_column(name));
        }
    }
    if compat.id_column_first
        && let (Some(first), Some(id)) = (submission.column_names().next(), schema.id.first())
        && first != id
    {
        let message = format!("the first column is `{first}`, expected `{id}`");
        return Err(Rejection::new(RejectionCode::MissingColumn, message).in_column(id));
    }
    if schema.other_columns == OtherColumns::Rejected
        && let Some((name, _)) = undeclared(spec, submission).next()
    {
        let message = format!("the column `{name}` does not belong to the submission");
        return Err(Rejection::new(RejectionCode::UnexpectedColumn, message).in_column(name));
    }
    if compat.declared_order {
        let declared = schema.id.iter().map(String::as_str).chain(schema.targets());
        let odd = declared
            .zip(submission.column_names())
            .find(|(declared, found)| declared != found);
        if let Some((declared, found)) = odd {
            let message = format!("the column `{found}` stands where `{declared}` is expected");
            return Err(Rejection::new(RejectionCode::MissingColumn, message).in_column(declared));
        }
    }
    Ok(())
}
