//! Sections and statements written: blank lines, the column of `=` and of comments.

use super::parts::{File, Section, Statement};

/// Where comments behind values begin, counted from 0, if the line leaves room.
const COMMENT_COLUMN: usize = 31;

/// Writes a file. `head` is the comment at its top.
pub(super) fn write(head: &str, file: &File) -> String {
    let mut lines = Lines::default();
    for line in head.lines() {
        lines.push(line.trim());
    }
    lines.blank();
    let mut above: &[String] = &[];
    for section in &file.sections {
        write_section(section, above, &mut lines);
        above = &section.path;
    }
    if file.rest.iter().any(|line| !line.is_empty()) {
        for line in &file.rest {
            lines.push(line);
        }
    }
    lines.finish()
}

/// Lines without blank ones at the top, at the end, or one after the other.
#[derive(Default)]
struct Lines {
    out: String,
    blank: bool,
}

impl Lines {
    fn push(&mut self, line: &str) {
        if line.is_empty() {
            self.blank();
            return;
        }
        if self.blank && !self.out.is_empty() {
            self.out.push('\n');
        }
        self.blank = false;
        self.out.push_str(line);
        self.out.push('\n');
    }

    fn blank(&mut self) {
        self.blank = true;
    }

    fn finish(self) -> String {
        self.out
    }
}

fn write_section(section: &Section, above: &[String], lines: &mut Lines) {
    if let Some(header) = &section.header {
        // What belongs to the table above, or to the same one as it does, may follow directly:
        // choices of an option.
        let parent = section.path.split_last().map_or(&[][..], |(_, parent)| parent);
        let deeper = section.path.len() > above.len();
        let below = deeper && !above.is_empty() && section.path.starts_with(above)
            || parent.len() > 1 && above.starts_with(parent);
        if !below {
            lines.blank();
        }
        write_before(header, lines);
        lines.push(&with_comment(header.key.clone(), header.comment.as_deref(), COMMENT_COLUMN));
        write_behind(header, lines);
    }
    let statements = &section.statements;
    let mut at = 0;
    while let Some(rest) = statements.get(at..).filter(|rest| !rest.is_empty()) {
        // A run has one column for `=` and one for comments: lines with nothing between them, of
        // which the last may be the first of several.
        let more = rest.windows(2).take_while(|pair| match pair {
            [above, below] => joined(above, below),
            _ => false,
        });
        let run = more.count().saturating_add(1);
        let width = rest.iter().take(run).map(|s| s.key.chars().count()).max().unwrap_or(0);
        let column = rest.iter().take(run).filter_map(|statement| {
            let value = statement.value.as_ref().filter(|value| !value.contains('\n'))?;
            let end = width.saturating_add(value.chars().count()).saturating_add(" = ".len());
            statement.comment.is_some().then_some(end)
        });
        let column = column.max().unwrap_or(0).saturating_add(1).max(COMMENT_COLUMN);
        for (number, statement) in rest.iter().take(run).enumerate() {
            // Under a header no blank line is needed.
            if number == 0 && at == 0 && section.header.is_some() {
                for line in statement.before.iter().skip_while(|line| line.is_empty()) {
                    lines.push(line);
                }
            } else {
                write_before(statement, lines);
            }
            let value = statement.value.as_deref().unwrap_or_default();
            let line = format!("{:width$} = {value}", statement.key);
            lines.push_all(&line, statement.comment.as_deref(), column);
            write_behind(statement, lines);
        }
        at = at.saturating_add(run);
    }
}

impl Lines {
    /// A statement of one line or several; the comment stands behind the last.
    fn push_all(&mut self, text: &str, comment: Option<&str>, column: usize) {
        if !text.contains('\n') {
            self.push(&with_comment(text.to_owned(), comment, column));
            return;
        }
        // What stands within a text in several lines is kept letter for letter.
        if self.blank && !self.out.is_empty() {
            self.out.push('\n');
        }
        self.blank = false;
        self.out.push_str(text);
        if let Some(comment) = comment {
            self.out.push(' ');
            self.out.push_str(comment);
        }
        self.out.push('\n');
    }
}

fn joined(above: &Statement, below: &Statement) -> bool {
    let single = above.value.as_ref().is_some_and(|value| !value.contains('\n'));
    single && above.behind.is_empty() && below.before.is_empty()
}

fn write_before(statement: &Statement, lines: &mut Lines) {
    for line in &statement.before {
        lines.push(line);
    }
}

fn write_behind(statement: &Statement, lines: &mut Lines) {
    for line in &statement.behind {
        lines.push(line);
    }
    if !statement.behind.is_empty() {
        lines.blank();
    }
}

fn with_comment(mut line: String, comment: Option<&str>, column: usize) -> String {
    if let Some(comment) = comment {
        let room = column.saturating_sub(line.chars().count()).max(1);
        line.extend(std::iter::repeat_n(' ', room));
        line.push_str(comment);
    }
    line
}
