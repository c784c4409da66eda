// What the view knows of a board: arithmetic on cells, no drawing.

import type { Board, Step } from "../src/protocol";

/** The legal values of a cell, from the server's hexadecimal set. */
export function valuesOf(hex: string): number[] {
  const found: number[] = [];
  for (let at = 0; at < hex.length; at++) {
    const nibble = Number.parseInt(hex[hex.length - 1 - at] ?? "0", 16);
    for (let bit = 0; bit < 4; bit++) {
      if ((nibble >> bit) & 1) {
        found.push(at * 4 + bit + 1);
      }
    }
  }
  return found;
}

/** Row, column and the layer's places of a cell that is told, from 1. */
export function coordinates(board: Board, index: number): number[] {
  const { side } = board;
  const inLayer = index % (side * side);
  const layer = board.layers[Math.floor(index / (side * side))] ?? [];
  return [Math.floor(inLayer / side) + 1, (inLayer % side) + 1, ...layer];
}

/** The name of a cell, as in the text. */
export function nameOf(board: Board, index: number): string {
  const places = coordinates(board, index);
  return board.nDims === 2 ? `r${places[0]}c${places[1]}` : `(${places.join(", ")})`;
}

/** Whether two cells that are told see each other: on a line, or in a block or region. */
export function isPeer(board: Board, a: number, b: number): boolean {
  const [first, second] = [coordinates(board, a), coordinates(board, b)];
  const different = first.filter((place, axis) => place !== second[axis]).length;
  return different === 1 || (different > 1 && isInSameBlock(board, a, b, first, second));
}

function isInSameBlock(board: Board, a: number, b: number, first: number[], second: number[]): boolean {
  const { block } = board;
  if (block === null) {
    return board.regions[a] === board.regions[b];
  }
  return first.every((place, axis) => {
    const length = block[axis] ?? 1;
    return Math.floor((place - 1) / length) === Math.floor(((second[axis] ?? 0) - 1) / length);
  });
}

/** Whether a border is drawn between a cell and the one to its right, or below it. */
export function hasBorder(board: Board, index: number, below: boolean): boolean {
  const inLayer = index % (board.side * board.side);
  const [row, column] = [Math.floor(inLayer / board.side), inLayer % board.side];
  if (board.block !== null) {
    const [rows = 1, columns = 1] = board.block;
    return below ? (row + 1) % rows === 0 : (column + 1) % columns === 0;
  }
  const other = below ? inLayer + board.side : inLayer + 1;
  return board.regions[inLayer] !== board.regions[other];
}

/** How an empty cell shows what is legal in it. */
export interface Marking {
  /** Whether the values themselves are shown, not only how many they are. */
  values: boolean;
  columns: number;
  rows: number;
  /** The height of a mark, as a part of the cell's. */
  size: number;
  /** Whether larger cells would show the values. */
  mayGrow: boolean;
}

/** Smaller marks nobody can read, in pixels. */
const LEAST_MARK = 6;
/** More marks at once make a view slow. */
const MOST_MARKS = 50_000;

export function markingOf(board: Board, cellSize: number): Marking {
  const columns = Math.ceil(Math.sqrt(board.side));
  const size = Math.min(0.27, 0.78 / columns);
  const mayGrow = board.givens.length * board.side <= MOST_MARKS;
  const values = mayGrow && size * cellSize >= LEAST_MARK;
  return { values, columns, rows: Math.ceil(board.side / columns), size, mayGrow };
}

/** The cells as a search that is watched has them now. */
export class Search {
  /** For each cell of the whole board that the search filled its value; negative where it was deduced. */
  readonly cells = new Map<number, number>();
  placed = 0;
  deadEnds = 0;

  apply(step: Step): void {
    switch (step[0]) {
      case 1:
        this.placed += 1;
        this.cells.set(step[1], step[2]);
        break;
      case 2:
        this.cells.set(step[1], -step[2]);
        break;
      case 3:
        this.cells.delete(step[1]);
        break;
      case 4:
        this.deadEnds += 1;
        break;
      default:
        break;
    }
  }
}

/** Reads what is typed for a cell: symbols at once, numbers of several digits when they can grow no further. */
export class Typing {
  private digits = "";

  /** The value that is complete with this key; undefined where more may come, or the key means nothing. */
  add(board: Board, key: string): number | undefined {
    const isCompact = board.values.every((value) => [...value].length === 1);
    if (isCompact) {
      const at = board.values.indexOf(key);
      return at < 0 ? undefined : at + 1;
    }
    if (!/^[0-9]$/.test(key)) {
      return undefined;
    }
    this.digits += key;
    const value = Number(this.digits);
    if (value === 0 || value > board.side) {
      this.digits = "";
      return undefined;
    }
    if (value * 10 > board.side) {
      this.digits = "";
      return value;
    }
    return undefined;
  }

  /** What was typed so far, when nothing more comes. */
  finish(): number | undefined {
    const value = Number(this.digits);
    this.digits = "";
    return value > 0 ? value : undefined;
  }

  get pending(): string {
    return this.digits;
  }
}
