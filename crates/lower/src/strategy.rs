//! Resolves `strategy … { … }` against the tables of names.

use std::str::FromStr;

use sdkc_diagnostics::{Code, Diagnostic, Span, Tag};
use sdkc_puzzle::{
    Propagation, Spanned, StrategyKind, StrategyOption, StrategySpec, UnknownName, ValueOrder, list,
};
use sdkc_syntax::ast::{self, OptionValue};

use crate::{report::Report, words::short};

/// What a strategy item asks for.
pub(crate) fn resolve(item: &ast::Strategy, text: &str, report: &mut Report) -> StrategySpec {
    let mut spec = StrategySpec { kind: name(&item.name, "strategy", report), ..StrategySpec::default() };
    for option in item.options.iter().filter(|option| !option.repeated) {
        let Some(known) = name::<StrategyOption>(&option.name, "option", report) else { continue };
        let value = &option.value;
        let (known, text) = (known.value, (text, report as &mut Report));
        match known {
            StrategyOption::Seed => spec.seed = number(known, value, text),
            StrategyOption::Nodes => spec.nodes = number(known, value, text),
            StrategyOption::Timeout => spec.timeout_ms = duration(known, value, text.1),
            StrategyOption::Values => spec.values = choice::<ValueOrder>(known, value, text.1),
            StrategyOption::Propagate => spec.propagate = choice::<Propagation>(known, value, text.1),
        }
    }
    without_effect(item, &spec, report);
    spec
}

fn name<T: FromStr<Err = UnknownName>>(
    ident: &ast::Ident,
    what: &str,
    report: &mut Report,
) -> Option<Spanned<T>> {
    match ident.text.parse() {
        Ok(value) => Some(Spanned::at(value, ident.span)),
        Err(error) => {
            report.push(unknown(&error, what, ident.span));
            None
        }
    }
}

fn unknown(error: &UnknownName, what: &str, span: Span) -> Diagnostic {
    let shown: String = error.text.chars().take(40).collect();
    let known: Vec<String> = error.known.iter().map(|name| format!("`{name}`")).collect();
    let message = match error.similar {
        Some(similar) => format!("unknown {what} `{shown}`; did you mean `{similar}`?"),
        None => format!("unknown {what} `{shown}`"),
    };
    let it = Diagnostic::new(Code::E0209, message, span).with_note(format!("known are {}", list(&known)));
    match error.similar {
        Some(similar) => it.with_fix(format!("Write `{similar}`"), span, similar),
        None => it,
    }
}

fn number(
    option: StrategyOption,
    value: &OptionValue,
    (text, report): (&str, &mut Report),
) -> Option<Spanned<u64>> {
    let OptionValue::Number(number) = value else {
        report.push(wrong_kind(option, value, "a whole number, such as `7`"));
        return None;
    };
    if let Some(known) = number.value {
        return Some(Spanned::at(known, number.span));
    }
    report.push(out_of_range(option.name(), *number, text));
    None
}

/// A number that is negative or does not fit into 64 bits.
pub(crate) fn out_of_range(what: &str, number: ast::Number, text: &str) -> Diagnostic {
    let shown = short(text.get(number.span.range()).unwrap_or(""));
    Diagnostic::new(Code::E0316, format!("{shown} is out of range for `{what}`"), number.span)
        .with_note(format!("`{what}` takes a whole number from 0 to {}", u64::MAX))
}

fn duration(option: StrategyOption, value: &OptionValue, report: &mut Report) -> Option<Spanned<u64>> {
    match value {
        OptionValue::Duration(duration) => Some(Spanned::at(duration.millis, duration.span)),
        OptionValue::Number(number) if number.value.is_some() => {
            let it = wrong_kind(option, value, "a time with its unit, such as `500ms`, `10s` or `2m`");
            let end = Span::at(number.span.end);
            report.push(it.with_fix("Take it as seconds", end, "s").with_fix(
                "Take it as milliseconds",
                end,
                "ms",
            ));
            None
        }
        _ => {
            report.push(wrong_kind(option, value, "a time with its unit, such as `500ms`, `10s` or `2m`"));
            None
        }
    }
}

fn choice<T: FromStr<Err = UnknownName>>(
    option: StrategyOption,
    value: &OptionValue,
    report: &mut Report,
) -> Option<Spanned<T>> {
    if let OptionValue::Ident(ident) = value {
        return name(ident, &format!("choice of `{option}`"), report);
    }
    let known: Vec<String> = match "".parse::<T>() {
        Err(error) => error.known.iter().map(|name| format!("`{name}`")).collect(),
        Ok(_) => Vec::new(),
    };
    report.push(wrong_kind(option, value, &format!("one of {}", list(&known))));
    None
}

fn wrong_kind(option: StrategyOption, value: &OptionValue, takes: &str) -> Diagnostic {
    let found = match value {
        OptionValue::Ident(_) => "a word",
        OptionValue::Number(_) => "a bare number",
        OptionValue::Duration(_) => "a time",
    };
    Diagnostic::new(Code::E0209, format!("`{option}` does not take {found}"), value.span())
        .with_note(format!("it takes {takes}"))
}

/// Options that this strategy does not read.
fn without_effect(item: &ast::Strategy, spec: &StrategySpec, report: &mut Report) {
    let Some(kind) = spec.kind.map(|kind| kind.value) else { return };
    let is_auto = kind == StrategyKind::Auto;
    // Where the value order could not be read it may have been `random`.
    let reads_values = item.options.iter().any(|option| option.name.text == StrategyOption::Values.name());
    let order_is_random = match spec.values {
        Some(order) => order.value == ValueOrder::Random,
        None => reads_values,
    };
    for option in item.options.iter().filter(|option| !option.repeated) {
        let why = match option.name.text.parse() {
            Ok(StrategyOption::Seed) if is_auto => {
                "`auto` has a seed of its own; name a strategy, such as `random`, to choose one"
            }
            Ok(StrategyOption::Seed) if kind != StrategyKind::Random && !order_is_random => {
                "nothing is random here: only `strategy random` and `values random` read the seed"
            }
            Ok(StrategyOption::Values | StrategyOption::Propagate) if is_auto => {
                "`auto` decides that for itself; name a strategy, such as `min-candidates`, to decide it yourself"
            }
            _ => continue,
        };
        report.push(
            Diagnostic::new(
                Code::W0602,
                format!("`{}` has no effect with `strategy {kind}`", option.name.text),
                option.span,
            )
            .with_primary_label("never read")
            .with_label(item.name.span, "the strategy")
            .with_note(why)
            .with_fix(format!("Remove `{}`", option.name.text), option.span, "")
            .with_tag(Tag::Unnecessary),
        );
    }
}
