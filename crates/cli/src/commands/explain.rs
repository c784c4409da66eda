//! `sdkc explain`: the page of a code, or the list of all.

use std::io::{self, Write as _};

use sdkc_diagnostics::{Code, Family};

use crate::{args::ExplainArgs, exit::Exit, session::Session, talk};

pub fn run(args: &ExplainArgs, _session: Session) -> io::Result<Exit> {
    let mut out = io::stdout().lock();
    let Some(text) = &args.code else {
        return list(&mut out).map(|()| Exit::Fine);
    };
    match text.parse::<Code>() {
        Ok(code) => {
            writeln!(out, "{}", code.page().trim_end())?;
            Ok(Exit::Fine)
        }
        Err(unknown) => {
            talk::error(&mut io::stderr(), &unknown.to_string(), Some("`sdkc explain` lists all codes"));
            Ok(Exit::Usage)
        }
    }
}

fn list(out: &mut impl io::Write) -> io::Result<()> {
    let mut family = None;
    for code in Code::ALL {
        if family != Some(code.family()) {
            family = Some(code.family());
            writeln!(out, "{}", heading(code.family()))?;
        }
        writeln!(out, "  {code}  {}", code.title())?;
    }
    Ok(())
}

const fn heading(family: Family) -> &'static str {
    match family {
        Family::Lexical => "Characters and tokens",
        Family::Syntax => "Items",
        Family::Shape => "Shapes, coordinates and values",
        Family::Rules => "Rules",
        Family::Solving => "Solving",
        Family::Lint => "Likely mistakes",
        Family::Format => "Other programs' files",
    }
}
