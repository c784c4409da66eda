// What the server and the board view say to each other, with the extension between them. The requests are answered by
// `crates/lsp/src/board.rs` and `watching.rs`.

import type { WorkspaceEdit } from "vscode-languageclient/node";

/** A board, or the layers of it that are told at once. Values count from 1, 0 is an empty cell. */
export interface Board {
  version: number;
  puzzle: number;
  nPuzzles: number;
  name: string | null;
  side: number;
  nDims: number;
  /** The lengths of a block on each axis, rows first; null where there are regions. */
  block: number[] | null;
  regions: number[];
  /** How each value is written. */
  values: string[];
  isSound: boolean;
  hasState: boolean;
  verdict: string | null;
  nLayers: number;
  firstLayer: number;
  firstCell: number;
  /** For each layer its places on the axes after row and column, from 1. */
  layers: number[][];
  givens: number[];
  state: number[];
  /** For each cell its legal values as a hexadecimal set. */
  legal: string[];
  clashes: number[];
}

/** A step of a search: 1 placed, 2 deduced, 3 emptied, 4 turned back, 5 all filled; then cell and value. */
export type Step = [1 | 2, number, number] | [3, number] | [4] | [5];

export interface SearchEnd {
  isSolved: boolean;
  stopped: string | null;
  nodes: number;
  strategy: string;
  solution: number[];
}

export interface Steps {
  steps: Step[];
  end: SearchEnd | null;
}

export interface SetCell {
  uri: string;
  version: number;
  puzzle: number;
  cell: number;
  value: number;
  state: boolean;
}

export type SetCellAnswer = WorkspaceEdit;

/** What the extension tells the view. */
export type ToView =
  | { type: "board"; board: Board; file: string; strategy: string }
  | { type: "nothing"; why: string }
  | { type: "watching" }
  | { type: "steps"; answer: Steps }
  | { type: "watchFailed"; why: string }
  | { type: "refused"; why: string };

/** What the view tells the extension. */
export type FromView =
  | { type: "ready" }
  | { type: "set"; cell: number; value: number; state: boolean }
  | { type: "layer"; layer: number }
  | { type: "puzzle"; puzzle: number }
  | { type: "watch"; strategy: string | null }
  | { type: "next"; steps: number }
  | { type: "stop" }
  | { type: "solve" }
  | { type: "nextStep" };
