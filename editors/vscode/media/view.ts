// The board view: what keys, clicks and the server's messages do. Drawing is in draw.ts, the controls in controls.ts.

import type { Board, FromView, ToView } from "../src/protocol";
import { Controls } from "./controls";
import { element, Layers, valueAt } from "./draw";
import { type Marking, markingOf, nameOf, Search, Typing, valuesOf } from "./model";
import { Watch } from "./watch";

interface Kept {
  candidates: boolean;
  zoom: number;
  speed: number;
}

const vscode = acquireVsCodeApi<Kept>();
const send = (message: FromView) => vscode.postMessage(message);

class View {
  private board: Board | undefined;
  private selected = 0;
  private search: Search | undefined;
  private intoState = false;
  private readonly typing = new Typing();
  private typingTimer: number | undefined;
  private readonly undoes: { cell: number; value: number; state: boolean }[] = [];
  private readonly layers = new Layers();
  private readonly palette = element("div", "palette");
  private readonly counts = element("p", "counts");
  private readonly status = element("p", "status");
  private readonly controls: Controls;
  private readonly watch: Watch;

  constructor(root: HTMLElement) {
    const kept = { candidates: true, zoom: 1, speed: 30, ...vscode.getState() };
    this.controls = new Controls(kept, {
      changed: () => {
        vscode.setState(this.controls.kept());
        this.draw();
      },
      send,
      toggleWatch: () => this.toggleWatch(),
      pause: () => this.watch.pause(),
      step: () => this.watch.step(),
      intoState: (state) => {
        this.intoState = state;
        this.draw();
      },
    });
    this.watch = new Watch(send, () => this.controls.speed());
    this.status.setAttribute("role", "status");
    this.palette.setAttribute("role", "toolbar");
    this.palette.setAttribute("aria-label", "Values for the selected cell");
    const help = element("p", "help");
    help.innerHTML =
      "Select a cell and type a value; <kbd>Delete</kbd> empties it, arrows move, <kbd>Page Up</kbd> and <kbd>Page Down</kbd> change the layer, <kbd>Ctrl+Z</kbd> takes back what was entered here.";
    root.append(...this.controls.parts, this.counts, this.layers.root, this.palette, this.status, help);
    this.layers.root.addEventListener("click", (event) => this.click(event));
    this.layers.root.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("message", (event: MessageEvent<ToView>) => this.hear(event.data));
  }

  private hear(message: ToView): void {
    switch (message.type) {
      case "board":
        if (this.board?.puzzle !== message.board.puzzle || this.board.side !== message.board.side) {
          this.undoes.length = 0;
        }
        if (this.search !== undefined && this.board?.version !== message.board.version) {
          this.endWatch();
        }
        this.board = message.board;
        this.intoState &&= message.board.hasState;
        this.selected = Math.min(this.selected, message.board.givens.length - 1);
        this.controls.show(message.board, message.file, message.strategy);
        this.draw();
        break;
      case "nothing":
        this.board = undefined;
        this.endWatch();
        this.controls.nothing(message.why);
        this.layers.root.classList.add("hidden");
        this.counts.textContent = "";
        this.palette.replaceChildren();
        break;
      case "watching":
        this.search = new Search();
        this.watch.start();
        this.controls.watching(true);
        this.say("");
        this.draw();
        break;
      case "steps":
        this.steps(message.answer);
        break;
      case "watchFailed":
        this.endWatch();
        this.say(message.why, true);
        break;
      case "refused":
        this.say(message.why, true);
        break;
    }
  }

  private steps(answer: Extract<ToView, { type: "steps" }>["answer"]): void {
    const search = this.search;
    if (search === undefined) {
      return;
    }
    answer.steps.forEach((step) => search.apply(step));
    const counted = `${search.placed} placed, ${search.deadEnds} dead ends`;
    if (answer.end === null) {
      this.say(counted);
      this.watch.arrived(answer.steps.length);
    } else {
      const { end } = answer;
      end.solution.forEach((value, cell) => search.cells.has(cell) || search.cells.set(cell, -value));
      const result = end.isSolved ? "solved" : (end.stopped ?? "there is no solution");
      this.say(`${end.strategy}: ${result}, ${end.nodes} nodes, ${search.deadEnds} dead ends`);
      this.watch.stop();
      this.controls.ended();
    }
    this.draw();
  }

  private toggleWatch(): void {
    if (this.search === undefined) {
      send({ type: "watch", strategy: this.controls.strategy() });
    } else {
      send({ type: "stop" });
      this.endWatch();
      this.draw();
    }
  }

  private endWatch(): void {
    this.search = undefined;
    this.watch.stop();
    this.controls.watching(false);
    this.say("");
  }

  private say(text: string, isBad = false): void {
    this.status.textContent = text;
    this.status.classList.toggle("bad", isBad);
  }

  private draw(): void {
    const board = this.board;
    if (board === undefined) {
      return;
    }
    this.layers.root.classList.remove("hidden");
    const size = this.controls.cellSize(board);
    document.documentElement.style.setProperty("--cell", `${size}px`);
    const marking = markingOf(board, size);
    const look = { selected: this.selected, candidates: this.controls.candidates(), marking, search: this.search };
    this.layers.draw(board, look);
    this.counts.textContent = look.candidates && look.search === undefined ? this.countsNote(board, marking) : "";
    this.drawPalette(board);
  }

  /** Says what the numbers in empty cells are where they are no values, and which values the selected cell may hold. */
  private countsNote(board: Board, marking: Marking): string {
    if (marking.values) {
      return "";
    }
    const legal = valuesOf(board.legal[this.selected] ?? "").map((value) => board.values[value - 1]);
    const here = legal.length > 0 ? ` ${nameOf(board, this.selected)}: ${legal.join(" ")}.` : "";
    const why = marking.mayGrow ? "Enlarge the cells with + to see which." : "There are too many cells to show which; select one.";
    return `Small numbers say how many values are legal. ${why}${here}`;
  }

  private drawPalette(board: Board): void {
    const legal = new Set(valuesOf(board.legal[this.selected] ?? ""));
    const { value: held } = valueAt(board, this.selected, undefined);
    const button = (text: string, value: number, name: string) => {
      const made = element("button", name, text);
      made.setAttribute("aria-label", value === 0 ? "empty the cell" : `enter ${text}`);
      made.disabled = this.search !== undefined || !this.mayWrite(board);
      made.addEventListener("click", () => this.set(value));
      return made;
    };
    const values = board.values.map((text, at) => button(text, at + 1, legal.has(at + 1) || held === at + 1 ? "" : "illegal"));
    this.palette.replaceChildren(...values, button("⌫", 0, ""));
  }

  /** Whether the selected cell can be written where values go now: the state does not hide givens. */
  private mayWrite(board: Board): boolean {
    return !this.intoState || (board.givens[this.selected] ?? 0) === 0;
  }

  private click(event: MouseEvent): void {
    const target = event.target instanceof HTMLElement ? event.target : undefined;
    const cell = target?.closest<HTMLElement>(".cell");
    if (cell === null || cell === undefined) {
      return;
    }
    const index = Number(cell.dataset.index);
    const mark = target?.dataset.value;
    if (mark !== undefined && index === this.selected) {
      this.set(Number(mark));
    } else {
      this.select(index);
    }
  }

  private select(index: number): void {
    this.finishTyping();
    this.selected = index;
    this.say("");
    this.draw();
    this.layers.focus(index);
  }

  private set(value: number): void {
    const board = this.board;
    if (board === undefined || this.search !== undefined || !this.mayWrite(board)) {
      return;
    }
    const state = this.intoState;
    const cell = board.firstCell + this.selected;
    const before = (state ? board.state : board.givens)[this.selected] ?? 0;
    if (before !== value) {
      this.undoes.push({ cell, value: before, state });
      send({ type: "set", cell, value, state });
      const name = nameOf(board, this.selected);
      this.say(value === 0 ? `${name} is empty` : `${board.values[value - 1]} into ${name}`);
    }
  }

  private undo(): void {
    const last = this.undoes.pop();
    if (last !== undefined && this.search === undefined) {
      send({ type: "set", ...last });
    }
  }

  private finishTyping(): void {
    clearTimeout(this.typingTimer);
    const value = this.typing.finish();
    if (value !== undefined) {
      this.set(value);
    }
  }

  private key(event: KeyboardEvent): void {
    const board = this.board;
    if (board === undefined || event.altKey) {
      return;
    }
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() === "z") {
        this.undo();
        event.preventDefault();
      }
      return;
    }
    const moved = this.move(board, event.key);
    if (moved !== undefined) {
      this.select(moved);
    } else if (["Backspace", "Delete", " ", "."].includes(event.key) || (event.key === "0" && this.typing.pending === "" && !board.values.includes("0"))) {
      this.set(0);
    } else if (event.key === "Enter") {
      this.finishTyping();
    } else if (event.key.length === 1) {
      this.type(board, event.key);
    } else {
      return;
    }
    event.preventDefault();
  }

  private type(board: Board, key: string): void {
    clearTimeout(this.typingTimer);
    const value = this.typing.add(board, key);
    if (value !== undefined) {
      this.set(value);
    } else if (this.typing.pending !== "") {
      this.say(`${this.typing.pending}…`);
      this.typingTimer = window.setTimeout(() => this.finishTyping(), 900);
    }
  }

  /** Where a key moves the selection to. */
  private move(board: Board, key: string): number | undefined {
    const { side } = board;
    const plane = side * side;
    const [row, column] = [Math.floor((this.selected % plane) / side), this.selected % side];
    const isInside = (at: number) => (at >= 0 && at < board.givens.length ? at : this.selected);
    switch (key) {
      case "ArrowLeft":
        return column > 0 ? this.selected - 1 : this.selected;
      case "ArrowRight":
        return column < side - 1 ? this.selected + 1 : this.selected;
      case "ArrowUp":
        return row > 0 ? this.selected - side : this.selected;
      case "ArrowDown":
        return row < side - 1 ? this.selected + side : this.selected;
      case "Home":
        return this.selected - column;
      case "End":
        return this.selected - column + side - 1;
      case "PageUp":
        return isInside(this.selected - plane);
      case "PageDown":
        return isInside(this.selected + plane);
      default:
        return undefined;
    }
  }
}

const root = document.getElementById("app");
if (root !== null) {
  new View(root);
  send({ type: "ready" });
}
