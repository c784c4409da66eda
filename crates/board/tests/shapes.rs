//! Every shape: arithmetic against definitions, closed forms against the checker.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use sdkc_board::{Board, MAX_CELLS, Regions, RegionsError, Shape, ShapeError, UnitKind, check, closed_form};

/// Shapes small enough to look at every cell.
fn shapes() -> Vec<Shape> {
    let boxed: [&[usize]; 14] = [
        &[2, 2],
        &[2, 3],
        &[3, 2],
        &[3, 3],
        &[1, 7],
        &[7, 1],
        &[3, 4],
        &[4, 4],
        &[5, 5],
        &[2, 2, 2],
        &[1, 2, 3],
        &[2, 1, 2],
        &[3, 3, 3],
        &[1, 2, 1, 3],
    ];
    let mut shapes: Vec<Shape> = boxed.iter().map(|lengths| Shape::boxed(lengths).unwrap()).collect();
    shapes.push(Shape::hypercube(4, 2).unwrap());
    shapes.push(Shape::jigsaw(Regions::new(b"AAABACBBCCDBCDDD").unwrap()));
    shapes
}

#[test]
fn closed_forms_are_solutions_of_empty_boards() {
    for shape in shapes() {
        let Some(grid) = closed_form(&shape) else {
            assert!(shape.regions().is_some());
            continue;
        };
        assert_eq!(check(&Board::empty(shape.clone()), &grid), Ok(()), "{shape}");
    }
}

#[test]
fn coordinates_come_back() {
    for shape in shapes() {
        for cell in shape.cells() {
            let coords: Vec<usize> = shape.coords(cell).iter().map(|at| usize::from(*at)).collect();
            assert_eq!(shape.cell(&coords), Some(cell));
        }
    }
}

#[test]
fn reading_order_runs_columns_then_rows_then_layers() {
    let shape = Shape::hypercube(4, 2).unwrap();
    assert_eq!(shape.cell(&[0, 1, 0, 0]).unwrap().index(), 1);
    assert_eq!(shape.cell(&[1, 0, 0, 0]).unwrap().index(), 16);
    assert_eq!(shape.cell(&[0, 0, 0, 1]).unwrap().index(), 256);
    assert_eq!(shape.cell(&[0, 0, 1, 0]).unwrap().index(), 4096);
}

#[test]
fn units_are_what_they_say() {
    for shape in shapes() {
        let mut met = vec![0; shape.n_cells()];
        for unit in shape.units() {
            let cells: Vec<_> = shape.unit_cells(unit).collect();
            assert_eq!(cells.len(), shape.side());
            assert!(cells.windows(2).all(|pair| pair[0] < pair[1]), "reading order");
            let coords: Vec<_> = cells.iter().map(|cell| shape.coords(*cell)).collect();
            match shape.unit_kind(unit) {
                UnitKind::Line { axis } => {
                    for (at, coord) in coords.iter().enumerate() {
                        let same = (0..shape.n_dims())
                            .all(|other| other == axis || coord[other] == coords[0][other]);
                        assert!(same && usize::from(coord[axis]) == at);
                    }
                }
                UnitKind::Block { .. } => {
                    let lengths = shape.block_lengths().unwrap();
                    for coord in &coords {
                        assert!(
                            (0..shape.n_dims())
                                .all(|axis| coord[axis] / lengths[axis] == coords[0][axis] / lengths[axis])
                        );
                    }
                }
                UnitKind::Region { number } => {
                    let of_cells = shape.regions().unwrap().of_cells();
                    assert!(cells.iter().all(|cell| usize::from(of_cells[cell.index()]) == number));
                }
            }
            for cell in cells {
                met[cell.index()] += 1;
                assert!(shape.units_of(cell).any(|of| of == unit), "{shape}");
            }
        }
        let per_cell = shape.n_dims() + usize::from(shape.has_blocks());
        assert!(met.iter().all(|times| *times == per_cell));
    }
}

#[test]
fn peers_are_the_cells_of_the_units_once() {
    for shape in shapes().into_iter().filter(|shape| shape.n_cells() < 1000) {
        for cell in shape.cells() {
            let mut peers: Vec<_> = shape.peers(cell).collect();
            let mut wanted: Vec<_> = shape
                .units_of(cell)
                .flat_map(|unit| shape.unit_cells(unit))
                .filter(|peer| *peer != cell)
                .collect();
            peers.sort_unstable();
            wanted.sort_unstable();
            wanted.dedup();
            assert_eq!(peers, wanted, "{shape}");
        }
    }
}

#[test]
fn impossible_shapes_say_why_before_anything_is_allocated() {
    assert_eq!(Shape::hypercube(1, 3), Err(ShapeError::Dimensions { found: 1 }));
    assert_eq!(Shape::hypercube(6, 2), Err(ShapeError::Dimensions { found: 6 }));
    assert_eq!(Shape::hypercube(2, 0), Err(ShapeError::EmptyBlock));
    assert_eq!(Shape::hypercube(2, 1), Err(ShapeError::EmptyBlock));
    assert_eq!(Shape::hypercube(5, 3), Err(ShapeError::Side { side: 243, cells: 847_288_609_443 }));
    assert!(matches!(Shape::hypercube(2, usize::MAX), Err(ShapeError::Side { .. })));
    let large = Shape::boxed(&[2, 2, 2, 2, 3]).unwrap_err();
    assert!(matches!(large, ShapeError::TooLarge { cells, .. } if cells > MAX_CELLS as u128), "{large}");
}

#[test]
fn the_largest_shapes_cost_nothing_to_make() {
    let five = Shape::hypercube(5, 2).unwrap();
    assert_eq!((five.side(), five.n_cells(), five.n_units()), (32, 33_554_432, 6 * 1_048_576));
    let four = Shape::hypercube(4, 3).unwrap();
    assert_eq!((four.side(), four.n_cells()), (81, 43_046_721));
    let last = four.unit(four.n_units() - 1).unwrap();
    assert_eq!(four.unit_cells(last).last(), four.cell_at(four.n_cells() - 1));
}

#[test]
fn regions_that_do_not_divide_say_why() {
    assert_eq!(Regions::new(b"AAB"), Err(RegionsError::NotSquare { n_cells: 3 }));
    assert_eq!(Regions::new(b"AAAA"), Err(RegionsError::Count { found: 1, side: 2 }));
    assert_eq!(Regions::new(b"ABBB"), Err(RegionsError::Size { region: 0, found: 1, side: 2 }));
    assert!(Regions::new(b"AABB").is_ok());
}
