//! What is said about a puzzle besides the puzzle: author, source, tags and the like, in the order written.

/// One entry.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MetaEntry {
    /// The key: one of [`Meta::KEYS`], or any other text from `meta "key" "value"`.
    pub key: String,
    /// The value.
    pub value: String,
}

/// All entries of a puzzle. A key may stand more than once: each tag is an entry of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meta {
    entries: Vec<MetaEntry>,
}

impl Meta {
    /// The keys that are items of the language.
    pub const KEYS: &'static [&'static str] =
        &["author", "source", "description", "comment", "date", "level", "copyright", "url", "tags"];

    /// Adds an entry.
    pub fn push(&mut self, key: impl Into<String>, value: impl Into<String>) {
        self.entries.push(MetaEntry { key: key.into(), value: value.into() });
    }

    /// The first value of a key.
    #[must_use]
    pub fn first(&self, key: &str) -> Option<&str> {
        self.entries.iter().find(|entry| entry.key == key).map(|entry| entry.value.as_str())
    }

    /// All values of a key.
    pub fn all<'m>(&'m self, key: &'m str) -> impl Iterator<Item = &'m str> + 'm {
        self.entries.iter().filter(move |entry| entry.key == key).map(|entry| entry.value.as_str())
    }

    /// All entries.
    #[must_use]
    pub fn entries(&self) -> &[MetaEntry] {
        &self.entries
    }
}
