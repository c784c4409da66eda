//! What people and programs get to see: diagnostics, boards and records, as text, JSON and pictures.
//!
//! Nothing here knows where the data came from or where it goes: a renderer takes values, writes to any
//! [`std::io::Write`] and asks neither the terminal nor the environment. Colour and character set are arguments.
//!
//! ```
//! use sdkc_diagnostics::{Code, Diagnostic, Span};
//! use sdkc_render::{DiagnosticFormat, FileReport, Look, write_diagnostics};
//! let text = "block 0\n";
//! let found = [Diagnostic::new(Code::E0302, "a block has no length of 0", Span::new(6, 7))];
//! let files = [FileReport::new("a.sdk", text, &found)];
//! let mut out = Vec::new();
//! write_diagnostics(&mut out, DiagnosticFormat::Concise, &files, Look::PLAIN)?;
//! assert_eq!(String::from_utf8_lossy(&out), "a.sdk:1:7: E0302 a block has no length of 0\n");
//! # Ok::<(), std::io::Error>(())
//! ```

mod boards;
mod diagnostics;
mod look;
mod record;
mod sdk;
#[cfg(feature = "svg")]
mod svg;

pub use boards::{Cells, DrawOptions, Drawn, draw_board, draw_candidates, write_line};
pub use diagnostics::{
    Before, DiagnosticFormat, FileReport, JsonDiagnostic, SarifDocument, SarifEnd, SarifResult,
    UnknownFormat, sarif_results, write_diagnostics,
};
pub use look::{CharSet, Look};
pub use record::{JSON_VERSION, Number, Record, record_diagnostics};
pub use sdk::{SdkOptions, write_sdk};
#[cfg(feature = "svg")]
pub use svg::{SvgOptions, write_svg};
