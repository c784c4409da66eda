//! Exact cover by dancing links: Knuth's Algorithm X (The Art of Computer Programming 4B, 7.2.2.1), with items that may
//! stay uncovered. It shares no line and no idea with the engine under test: no masks, no propagation, no candidates.
//!
//! Choosing an option removes its items, and with them every option that wants one of them, from a web of doubly
//! linked lists; taking it back relinks exactly what was unlinked, in the opposite order.

/// A set of options over items; built with [`ExactCover::option`], searched with [`ExactCover::search`].
pub struct ExactCover {
    /// Left and right neighbours among the items that must still be covered; entry `n_items` is the list's head.
    left: Vec<u32>,
    right: Vec<u32>,
    /// How many options each item has left.
    n_options: Vec<u32>,
    /// One node for each item (its column's head), then, for each option, a spacer and a node for each of its items.
    up: Vec<u32>,
    down: Vec<u32>,
    /// The item of a node; [`SPACER`] for spacers.
    item: Vec<u32>,
    /// The option that a node belongs to.
    option: Vec<u32>,
}

const SPACER: u32 = u32::MAX;

impl ExactCover {
    /// A cover of `n_items` items, of which the first `n_required` must be covered exactly once and the others at
    /// most once.
    #[must_use]
    pub fn new(n_items: usize, n_required: usize) -> Self {
        let head = n_items as u32;
        let mut left: Vec<u32> = (0..=head).collect();
        let mut right = left.clone();
        for item in 0..n_required as u32 {
            let last = left[head as usize];
            (right[last as usize], left[item as usize]) = (item, last);
            (right[item as usize], left[head as usize]) = (head, item);
        }
        let columns: Vec<u32> = (0..head).collect();
        Self {
            left,
            right,
            n_options: vec![0; n_items],
            up: columns.clone(),
            down: columns.clone(),
            item: columns,
            option: vec![0; n_items],
        }
    }

    /// Adds an option with the number `name`, which covers `items`.
    pub fn option(&mut self, name: usize, items: &[usize]) {
        self.push_node(SPACER, name);
        for item in items {
            let node = self.push_node(*item as u32, name);
            let last = self.up[*item];
            (self.up[node], self.down[node]) = (last, *item as u32);
            (self.down[last as usize], self.up[*item]) = (node as u32, node as u32);
            self.n_options[*item] += 1;
        }
        // A closing spacer, so that the walk over an option's nodes ends in both directions.
        self.push_node(SPACER, name);
    }

    fn push_node(&mut self, item: u32, name: usize) -> usize {
        self.up.push(0);
        self.down.push(0);
        self.item.push(item);
        self.option.push(name as u32);
        self.item.len() - 1
    }

    /// Calls `found` with the options of each cover until it says `false` or `max_steps` choices were made. Returns
    /// whether the search came to its end by itself, so that all covers were shown. `allows` may forbid an option in
    /// view of the options chosen before.
    pub fn search(
        &mut self,
        max_steps: u64,
        mut allows: impl FnMut(&[usize], usize) -> bool,
        mut found: impl FnMut(&[usize]) -> bool,
    ) -> bool {
        let mut chosen: Vec<u32> = Vec::new();
        let mut names: Vec<usize> = Vec::new();
        let mut steps = 0;
        // The node to try next; `None` means "choose an item".
        let mut next: Option<u32> = None;
        loop {
            let node = match next {
                Some(node) => node,
                None => match self.rarest_item() {
                    Some(item) => {
                        self.cover(item);
                        self.down[item as usize]
                    }
                    None => {
                        if !found(&names) {
                            return false;
                        }
                        match self.take_back(&mut chosen, &mut names) {
                            Some(node) => node,
                            None => return true,
                        }
                    }
                },
            };
            let item = self.item[node as usize];
            if node == item {
                self.uncover(item);
                match self.take_back(&mut chosen, &mut names) {
                    Some(node) => next = Some(node),
                    None => return true,
                }
                continue;
            }
            let name = self.option[node as usize] as usize;
            if !allows(&names, name) {
                next = Some(self.down[node as usize]);
                continue;
            }
            steps += 1;
            if steps > max_steps {
                return false;
            }
            self.cover_others(node);
            chosen.push(node);
            names.push(name);
            next = None;
        }
    }

    /// The required item with the fewest options left.
    fn rarest_item(&self) -> Option<u32> {
        let head = self.left.len() as u32 - 1;
        let mut at = self.right[head as usize];
        let mut best: Option<u32> = None;
        while at != head {
            if best.is_none_or(|best| self.n_options[at as usize] < self.n_options[best as usize]) {
                best = Some(at);
            }
            at = self.right[at as usize];
        }
        best
    }

    /// Undoes the latest choice; the node after it in its column is the next to try.
    fn take_back(&mut self, chosen: &mut Vec<u32>, names: &mut Vec<usize>) -> Option<u32> {
        let node = chosen.pop()?;
        names.pop();
        self.uncover_others(node);
        Some(self.down[node as usize])
    }

    fn cover(&mut self, item: u32) {
        let mut row = self.down[item as usize];
        while row != item {
            let mut node = row as usize + 1;
            while self.item[node] != SPACER {
                self.unlink(node);
                node += 1;
            }
            node = row as usize - 1;
            while self.item[node] != SPACER {
                self.unlink(node);
                node -= 1;
            }
            row = self.down[row as usize];
        }
        let (left, right) = (self.left[item as usize], self.right[item as usize]);
        self.right[left as usize] = right;
        self.left[right as usize] = left;
    }

    fn uncover(&mut self, item: u32) {
        let (left, right) = (self.left[item as usize], self.right[item as usize]);
        self.right[left as usize] = item;
        self.left[right as usize] = item;
        let mut row = self.up[item as usize];
        while row != item {
            // The order of `cover`, reversed: first what it unlinked last.
            let mut first = row as usize;
            while self.item[first - 1] != SPACER {
                first -= 1;
            }
            for node in first..row as usize {
                self.relink(node);
            }
            let mut end = row as usize + 1;
            while self.item[end] != SPACER {
                end += 1;
            }
            for node in (row as usize + 1..end).rev() {
                self.relink(node);
            }
            row = self.up[row as usize];
        }
    }

    fn unlink(&mut self, node: usize) {
        let (up, down) = (self.up[node], self.down[node]);
        self.down[up as usize] = down;
        self.up[down as usize] = up;
        self.n_options[self.item[node] as usize] -= 1;
    }

    fn relink(&mut self, node: usize) {
        let (up, down) = (self.up[node], self.down[node]);
        self.down[up as usize] = node as u32;
        self.up[down as usize] = node as u32;
        self.n_options[self.item[node] as usize] += 1;
    }

    /// Covers all other items of the option that `node` is in.
    fn cover_others(&mut self, node: u32) {
        let mut at = node as usize + 1;
        while self.item[at] != SPACER {
            self.cover(self.item[at]);
            at += 1;
        }
        at = node as usize - 1;
        while self.item[at] != SPACER {
            self.cover(self.item[at]);
            at -= 1;
        }
    }

    fn uncover_others(&mut self, node: u32) {
        let mut first = node as usize;
        while self.item[first - 1] != SPACER {
            first -= 1;
        }
        for at in first..node as usize {
            self.uncover(self.item[at]);
        }
        let mut end = node as usize + 1;
        while self.item[end] != SPACER {
            end += 1;
        }
        for at in (node as usize + 1..end).rev() {
            self.uncover(self.item[at]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn covers(n_items: usize, n_required: usize, options: &[&[usize]]) -> (Vec<Vec<usize>>, bool) {
        let mut cover = ExactCover::new(n_items, n_required);
        for (name, items) in options.iter().enumerate() {
            cover.option(name, items);
        }
        let mut all = Vec::new();
        let ended = cover.search(
            1000,
            |_, _| true,
            |names| {
                let mut names = names.to_vec();
                names.sort_unstable();
                all.push(names);
                true
            },
        );
        all.sort();
        (all, ended)
    }

    #[test]
    fn finds_the_cover_of_knuths_example() {
        let options: &[&[usize]] = &[&[2, 4], &[0, 3, 6], &[1, 2, 5], &[0, 3, 5], &[1, 6], &[3, 4, 6]];
        assert_eq!(covers(7, 7, options), (vec![vec![0, 3, 4]], true));
    }

    #[test]
    fn finds_every_cover_and_leaves_optional_items_out() {
        // Item 2 may stay uncovered but cannot be covered twice.
        let options: &[&[usize]] = &[&[0], &[0, 2], &[1], &[1, 2]];
        assert_eq!(covers(3, 2, options), (vec![vec![0, 2], vec![0, 3], vec![1, 2]], true));
        assert_eq!(covers(2, 2, &[&[0]]), (vec![], true));
        assert_eq!(covers(0, 0, &[]), (vec![vec![]], true));
    }
}
