//! What can be wrong with a puzzle, as plain values.
//!
//! A [`Diagnostic`] says which [`Code`] it is, where ([`Span`], byte offsets into one text), what to do
//! (notes and [`Fix`]es) and nothing about how it is shown: colour, columns and JSON belong to the
//! renderers. [`LineIndex`] turns offsets into lines and columns for any of the three UTF encodings.

mod code;
mod diagnostic;
mod line_index;
mod lossy;
mod span;

pub use code::{Code, Family, UnknownCode};
pub use diagnostic::{Diagnostic, Edit, Fix, Label, Severity, Tag, sort_and_dedup};
pub use line_index::{Encoding, LineIndex, Position};
pub use lossy::{ByteMap, lossy};
pub use span::Span;
