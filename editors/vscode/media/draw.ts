// Draws the layers of a board. Cells are made once for a shape and then only changed where something is new, so that
// typing in a large board stays light.

import type { Board } from "../src/protocol";
import { hasBorder, isPeer, type Marking, nameOf, type Search, valuesOf } from "./model";

export interface Look {
  selected: number;
  candidates: boolean;
  marking: Marking;
  search: Search | undefined;
}

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  name = "",
  text = "",
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  made.className = name;
  made.textContent = text;
  return made;
}

export class Layers {
  readonly root = element("div", "layers");
  private cells: HTMLElement[] = [];
  private shape = "";
  /** What each cell was drawn from. */
  private drawn: string[] = [];

  draw(board: Board, look: Look): void {
    const shape = JSON.stringify([board.side, board.layers, board.block, board.regions, board.puzzle, board.name]);
    if (shape !== this.shape) {
      this.shape = shape;
      this.build(board);
    }
    const clashes = new Set(board.clashes);
    const chosen = valueAt(board, look.selected, look.search).value;
    this.cells.forEach((cell, index) => this.drawCell(cell, board, index, look, clashes.has(index), chosen));
  }

  focus(index: number): void {
    this.cells[index]?.focus();
  }

  private build(board: Board): void {
    this.cells = [];
    this.drawn = [];
    this.root.replaceChildren();
    const isTable = board.nDims === 4;
    this.root.classList.toggle("flow", !isTable);
    this.root.style.gridTemplateColumns = isTable ? `repeat(${board.side}, max-content)` : "";
    board.layers.forEach((layer, number) => this.root.append(this.buildLayer(board, layer, number)));
  }

  private buildLayer(board: Board, layer: number[], number: number): HTMLElement {
    const figure = element("figure", "layer");
    const title = layer.length === 0 ? (board.name ?? "the board") : `layer (${layer.join(", ")})`;
    if (layer.length > 0) {
      figure.append(element("figcaption", "", title));
    }
    const grid = element("div", "grid");
    grid.setAttribute("role", "grid");
    grid.setAttribute("aria-label", title);
    grid.style.gridTemplateColumns = `repeat(${board.side}, var(--cell))`;
    for (let row = 0; row < board.side; row++) {
      const line = element("div", "row");
      line.setAttribute("role", "row");
      for (let column = 0; column < board.side; column++) {
        const index = (number * board.side + row) * board.side + column;
        line.append(this.buildCell(board, index, row, column));
      }
      grid.append(line);
    }
    figure.append(grid);
    return figure;
  }

  private buildCell(board: Board, index: number, row: number, column: number): HTMLElement {
    const cell = element("div", "cell");
    cell.setAttribute("role", "gridcell");
    cell.dataset.index = String(index);
    const last = board.side - 1;
    cell.dataset.edges = [
      column === last ? "last-column" : hasBorder(board, index, false) ? "right" : "",
      row === last ? "last-row" : hasBorder(board, index, true) ? "below" : "",
    ].join(" ");
    this.cells.push(cell);
    return cell;
  }

  private drawCell(
    cell: HTMLElement,
    board: Board,
    index: number,
    look: Look,
    clashes: boolean,
    chosen: number,
  ): void {
    const { value, kind } = valueAt(board, index, look.search);
    const isSelected = index === look.selected;
    const legal = value === 0 ? (board.legal[index] ?? "") : "";
    const near = isSelected
      ? ""
      : value !== 0 && value === chosen
        ? "equal"
        : look.search === undefined && isPeer(board, look.selected, index)
          ? "peer"
          : "";
    const key = [value, kind, legal, isSelected, near, clashes, look.candidates, look.marking.values, look.search !== undefined].join();
    if (this.drawn[index] === key) {
      return;
    }
    this.drawn[index] = key;
    const shown = value === 0 ? "" : (board.values[value - 1] ?? "");
    const long = [...shown].length > 1 ? "long" : "";
    cell.className = ["cell", cell.dataset.edges, kind, near, long, clashes ? "clash" : ""].join(" ");
    cell.tabIndex = isSelected ? 0 : -1;
    cell.setAttribute("aria-selected", String(isSelected));
    cell.setAttribute("aria-invalid", String(clashes));
    cell.setAttribute("aria-label", label(board, index, shown, kind, legal, clashes));
    if (value !== 0 || !look.candidates || look.search !== undefined) {
      cell.textContent = shown;
    } else {
      cell.replaceChildren(marks(board, legal, look.marking));
    }
  }
}

/** What a cell holds: the search's value while one is watched, else the given, else the player's. */
export function valueAt(board: Board, index: number, search: Search | undefined): { value: number; kind: string } {
  const given = board.givens[index] ?? 0;
  if (given !== 0) {
    return { value: given, kind: "given" };
  }
  if (search !== undefined) {
    const value = search.cells.get(board.firstCell + index) ?? 0;
    return { value: Math.abs(value), kind: value === 0 ? "" : value < 0 ? "deduced" : "placed" };
  }
  const played = board.state[index] ?? 0;
  return { value: played, kind: played === 0 ? "" : "played" };
}

function label(
  board: Board,
  index: number,
  shown: string,
  kind: string,
  legal: string,
  clashes: boolean,
): string {
  const values = valuesOf(legal).map((value) => board.values[value - 1]);
  const holds =
    shown !== "" ? `${shown}, ${kind}` : values.length === 0 ? "empty, no value is legal" : `empty, legal: ${values.join(" ")}`;
  return `${nameOf(board, index)}: ${holds}${clashes ? ", clashes" : ""}`;
}

function marks(board: Board, legal: string, marking: Marking): HTMLElement {
  const values = valuesOf(legal);
  if (!marking.values) {
    return element("span", "count", String(values.length));
  }
  const grid = element("div", "marks");
  grid.setAttribute("aria-hidden", "true");
  grid.style.gridTemplateColumns = `repeat(${marking.columns}, 1fr)`;
  grid.style.gridTemplateRows = `repeat(${marking.rows}, 1fr)`;
  grid.style.setProperty("--mark", String(marking.size));
  const legals = new Set(values);
  for (let value = 1; value <= board.side; value++) {
    const mark = element("span", "", legals.has(value) ? board.values[value - 1] : "");
    if (legals.has(value)) {
      mark.dataset.value = String(value);
    }
    grid.append(mark);
  }
  return grid;
}
