//! The small types of the search: literals, reasons, conflicts.

/// A variable: the option "this cell holds this value".
pub(super) type Var = u32;

/// A variable with a sign, in the usual packing: `2·var` says that the option is taken, `2·var + 1` that it is not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub(super) struct Lit(pub(super) u32);

impl Lit {
    #[inline(always)]
    pub(super) const fn yes(var: Var) -> Self {
        Self(var << 1)
    }

    #[inline(always)]
    pub(super) const fn no(var: Var) -> Self {
        Self(var << 1 | 1)
    }

    #[inline(always)]
    pub(super) const fn new(var: Var, taken: bool) -> Self {
        Self(var << 1 | !taken as u32)
    }

    #[inline(always)]
    pub(super) const fn var(self) -> Var {
        self.0 >> 1
    }

    #[inline(always)]
    pub(super) const fn is_yes(self) -> bool {
        self.0 & 1 == 0
    }

    #[inline(always)]
    pub(super) const fn negated(self) -> Self {
        Self(self.0 ^ 1)
    }

    #[inline(always)]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Why a literal holds, in one word: two bits of kind over thirty bits of payload.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Reason(u32);

/// A [`Reason`] taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Why {
    /// Chosen, or true at the root.
    Decision,
    /// The item's only option that is left.
    Item(u32),
    /// Shares an item with this option, which is taken.
    Peer(Var),
    /// The first literal of this clause; the others are false.
    Clause(u32),
}

impl Reason {
    pub(super) const DECISION: Self = Self(0);
    const PAYLOAD: u32 = (1 << 30) - 1;
    /// Payloads are below this.
    pub(super) const LIMIT: usize = 1 << 30;

    #[inline(always)]
    pub(super) const fn item(item: u32) -> Self {
        Self(1 << 30 | item)
    }

    #[inline(always)]
    pub(super) const fn peer(var: Var) -> Self {
        Self(2 << 30 | var)
    }

    #[inline(always)]
    pub(super) const fn clause(at: u32) -> Self {
        Self(3 << 30 | at)
    }

    #[inline(always)]
    pub(super) const fn why(self) -> Why {
        let payload = self.0 & Self::PAYLOAD;
        match self.0 >> 30 {
            0 => Why::Decision,
            1 => Why::Item(payload),
            2 => Why::Peer(payload),
            _ => Why::Clause(payload),
        }
    }
}

/// What cannot be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Conflict {
    /// No option of this item is left.
    Item(u32),
    /// Both options are taken and share an item.
    Pair(Var, Var),
    /// Every literal of this clause is false.
    Clause(u32),
}
