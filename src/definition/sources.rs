use crate::source::{SourceFile, Span};

/// All files of one definition, numbered as one text: a span says which file it is in.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// The file itself first, then its parents, then choices given from outside.
    pub files: Vec<SourceFile>,
    starts: Vec<usize>,
}

impl Sources {
    /// Adds a file and says at which byte of the whole it begins.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> usize {
        let start = self.end();
        self.starts.push(start);
        self.files.push(SourceFile::new(name, text));
        start
    }

    /// The first byte behind all files. Between two files lies one byte that is in none, so
    /// that the end of one is not the beginning of the next.
    pub fn end(&self) -> usize {
        match (self.starts.last(), self.files.last()) {
            (Some(start), Some(file)) => start.saturating_add(file.text.len()).saturating_add(1),
            _ => 0,
        }
    }

    /// The number of the file that a byte is in.
    pub fn index(&self, byte: usize) -> Option<usize> {
        self.starts.partition_point(|&start| start <= byte).checked_sub(1)
    }

    /// The file that a span is in, and the span within it.
    pub fn locate(&self, span: Span) -> Option<(&SourceFile, Span)> {
        let index = self.index(span.start)?;
        let (file, start) = (self.files.get(index)?, *self.starts.get(index)?);
        let local = |byte: usize| byte.saturating_sub(start).min(file.text.len());
        Some((file, Span::new(local(span.start), local(span.end))))
    }
}
