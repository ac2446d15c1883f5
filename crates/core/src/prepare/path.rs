//! Paths of recipes: `folder/file`, `archive.zip!member`, and `{column}` templates.

use std::path::{Component, Path, PathBuf};

use mlebench_data::table::{Column, Table};

use crate::prepare::PrepareError;

/// A place in a folder, or inside an archive in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Place {
    /// A file or folder.
    File(PathBuf),
    /// A member of an archive.
    Member {
        /// The archive.
        archive: PathBuf,
        /// The member's name.
        member: String,
    },
}

impl Place {
    /// Parses a recipe's path and makes sure that it stays inside its folder.
    pub(super) fn parse(text: &str) -> Result<Self, PrepareError> {
        match text.split_once('!') {
            Some((archive, member)) => Ok(Self::Member {
                archive: inside(archive)?,
                member: inside(member)?.display().to_string(),
            }),
            None => Ok(Self::File(inside(text)?)),
        }
    }
}

/// Accepts a relative path without `..`.
pub(super) fn inside(text: &str) -> Result<PathBuf, PrepareError> {
    let path = Path::new(text);
    let safe = path
        .components()
        .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    if safe && !text.is_empty() && !text.contains('\0') {
        Ok(path.to_owned())
    } else {
        Err(PrepareError::UnsafePath(text.to_owned()))
    }
}

/// A path with `{column}` and `{column:N}` in it.
#[derive(Debug)]
pub(super) struct Template<'a> {
    parts: Vec<Part<'a>>,
}

#[derive(Debug)]
enum Part<'a> {
    Text(&'a str),
    Cell(&'a Column),
    Character(&'a Column, usize),
}

impl<'a> Template<'a> {
    /// Parses a template whose names are columns of `table`.
    pub(super) fn parse(text: &'a str, table: &'a Table) -> Result<Self, PrepareError> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some(open) = rest.find('{') {
            let Some(length) = rest[open..].find('}') else {
                return Err(PrepareError::Recipe(format!("`{text}` has an open brace")));
            };
            parts.push(Part::Text(&rest[..open]));
            let inner = &rest[open + 1..open + length];
            let (name, index) = match inner.split_once(':') {
                Some((name, index)) => (name, Some(index)),
                None => (inner, None),
            };
            let column = table.column(name).ok_or_else(|| {
                PrepareError::Recipe(format!("`{text}` names the unknown column `{name}`"))
            })?;
            parts.push(match index.map(str::parse) {
                None => Part::Cell(column),
                Some(Ok(index)) => Part::Character(column, index),
                Some(Err(_)) => {
                    return Err(PrepareError::Recipe(format!(
                        "`{inner}` has no character number"
                    )));
                }
            });
            rest = &rest[open + length + 1..];
        }
        parts.push(Part::Text(rest));
        Ok(Self { parts })
    }

    /// Fills the template with the cells of one row.
    pub(super) fn fill(&self, row: usize) -> String {
        let mut path = String::new();
        for part in &self.parts {
            match part {
                Part::Text(text) => path.push_str(text),
                Part::Cell(column) => path.push_str(&column.cell_text(row)),
                Part::Character(column, index) => {
                    path.extend(column.cell_text(row).chars().nth(*index));
                }
            }
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_inside_their_folder() {
        for bad in ["../x", "/etc/passwd", "a/../../b", "", "a!../b", "a\0b"] {
            assert!(Place::parse(bad).is_err(), "{bad}");
        }
        assert_eq!(
            Place::parse("train.zip!train/a.jpg").unwrap(),
            Place::Member {
                archive: "train.zip".into(),
                member: "train/a.jpg".into()
            }
        );
    }

    #[test]
    fn templates_take_cells_and_characters() {
        let mut table = Table::default();
        table.push_column("id", Column::from_texts(["abc", "xyz"]));
        table.push_column("n", Column::Int(vec![1, 22]));
        let template = Template::parse("t/{id:0}/{id:1}/{id}-{n}.png", &table).unwrap();
        assert_eq!(template.fill(1), "t/x/y/xyz-22.png");
        assert!(Template::parse("{nope}", &table).is_err());
        assert!(Template::parse("{id", &table).is_err());
        assert!(Template::parse("{id:x}", &table).is_err());
    }
}
