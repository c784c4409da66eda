//! The kernels from outside, through the public interface, on data made here.

mod common;
mod limits;
mod properties;
mod verdicts;
