//! The tests of the formats: samples that read right, mistakes and what is said of them, properties, code pages.

mod errors;
mod grids;
mod lists;
mod one_line;
mod pages;
mod properties;
mod samples;
mod streams;
