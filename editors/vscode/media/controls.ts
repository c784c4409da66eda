// The controls around the board: title and verdict, commands, what is shown and how large, and watching a search.

import type { Board, FromView } from "../src/protocol";
import { element } from "./draw";

export interface Kept {
  candidates: boolean;
  zoom: number;
  /** The place of the speed slider, from 0 to 100. */
  speed: number;
}

interface Hooks {
  changed(): void;
  send(message: FromView): void;
  toggleWatch(): void;
  pause(): boolean;
  step(): void;
  intoState(state: boolean): void;
}

const STRATEGIES = ["file", "auto", "first-empty", "min-candidates", "max-constraints", "random"];
const VERDICTS: Record<string, string> = {
  unique: "one solution",
  none: "no solution",
  multiple: "several solutions",
  solved: "solved",
  unknown: "undecided",
};

export class Controls {
  readonly parts: HTMLElement[];
  private readonly title = element("h1");
  private readonly file = element("p", "file");
  private readonly commands = element("div", "bar");
  private readonly watchBar = element("div", "bar");
  private readonly pages = element("div", "bar");
  private readonly watchButton = element("button", "first", "Watch the Search");
  private readonly pauseButton = element("button", "hidden", "Pause");
  private readonly stepButton = element("button", "hidden", "Step");
  private readonly strategies = element("select");
  private readonly speedSlider = slider("Speed", 0, 100);
  private readonly speedText = element("span");
  private readonly candidatesBox = element("input");
  private readonly stateBox = element("input");
  private readonly stateLabel = element("label", "hidden");
  private zoom: number;
  private strategySet = false;

  constructor(
    kept: Kept,
    private readonly hooks: Hooks,
  ) {
    this.zoom = kept.zoom;
    this.candidatesBox.checked = kept.candidates;
    this.speedSlider.value = String(kept.speed);
    this.buildCommands();
    this.buildWatch();
    this.parts = [this.title, this.file, this.commands, this.watchBar, this.pages];
  }

  kept(): Kept {
    return { candidates: this.candidates(), zoom: this.zoom, speed: Number(this.speedSlider.value) };
  }

  candidates(): boolean {
    return this.candidatesBox.checked;
  }

  /** Steps a second: from 1 to 100 000, each part of the slider ten times the one before. */
  speed(): number {
    return 10 ** (Number(this.speedSlider.value) / 20);
  }

  /** The strategy to watch; null for the puzzle's own. */
  strategy(): string | null {
    return this.strategies.value === "file" ? null : this.strategies.value;
  }

  cellSize(board: Board): number {
    const several = board.layers.length > 1;
    const base = board.side <= 9 ? (several ? 32 : 44) : board.side <= 16 ? (several ? 26 : 44) : several ? 20 : 40;
    return Math.round(base * this.zoom);
  }

  show(board: Board, file: string, strategy: string): void {
    this.title.replaceChildren(board.name ?? `Puzzle ${board.puzzle + 1}`);
    const words = board.isSound ? VERDICTS[board.verdict ?? ""] : "has errors";
    if (words !== undefined) {
      const isBad = !board.isSound || board.verdict === "none";
      this.title.append(element("span", isBad ? "badge bad" : "badge", words));
    }
    const sides = Array.from({ length: board.nDims }, () => String(board.side)).join("×");
    this.file.textContent = `${file}, ${sides}`;
    if (!this.strategySet) {
      this.strategySet = true;
      this.strategies.value = strategy === "auto" ? "file" : strategy;
    }
    for (const bar of [this.commands, this.watchBar]) {
      bar.classList.remove("hidden");
    }
    this.stateLabel.classList.toggle("hidden", !board.hasState);
    this.commands.querySelectorAll<HTMLButtonElement>(".command").forEach((it) => (it.disabled = !board.isSound));
    this.watchButton.disabled = !board.isSound;
    this.showPages(board);
  }

  nothing(why: string): void {
    this.title.textContent = "No board";
    this.file.textContent = why;
    [this.commands, this.watchBar, this.pages].forEach((bar) => bar.classList.add("hidden"));
  }

  watching(isWatching: boolean): void {
    this.watchButton.textContent = isWatching ? "Stop" : "Watch the Search";
    this.pauseButton.textContent = "Pause";
    [this.pauseButton, this.stepButton].forEach((it) => it.classList.toggle("hidden", !isWatching));
  }

  /** The search has come to its end; it stays on show until it is cleared. */
  ended(): void {
    this.watchButton.textContent = "Clear";
    [this.pauseButton, this.stepButton].forEach((it) => it.classList.add("hidden"));
  }

  private buildCommands(): void {
    const command = (text: string, message: FromView) => {
      const made = button(text, () => this.hooks.send(message));
      made.classList.add("command");
      return made;
    };
    this.candidatesBox.type = "checkbox";
    this.candidatesBox.addEventListener("change", () => this.hooks.changed());
    const candidates = element("label");
    candidates.append(this.candidatesBox, "Candidates");
    this.stateBox.type = "checkbox";
    this.stateBox.addEventListener("change", () => this.hooks.intoState(this.stateBox.checked));
    this.stateLabel.append(this.stateBox, "Write into the state");
    const zoom = (factor: number) => () => {
      this.zoom = Math.min(3, Math.max(0.4, this.zoom * factor));
      this.hooks.changed();
    };
    const [smaller, larger] = [button("−", zoom(1 / 1.2)), button("+", zoom(1.2))];
    smaller.setAttribute("aria-label", "Smaller cells");
    larger.setAttribute("aria-label", "Larger cells");
    this.commands.append(
      command("Solve", { type: "solve" }),
      command("Next Step", { type: "nextStep" }),
      element("span", "gap"),
      candidates,
      this.stateLabel,
      element("span", "gap"),
      smaller,
      larger,
    );
  }

  private buildWatch(): void {
    this.watchButton.addEventListener("click", () => this.hooks.toggleWatch());
    this.pauseButton.addEventListener("click", () => {
      this.pauseButton.textContent = this.hooks.pause() ? "Go On" : "Pause";
    });
    this.stepButton.addEventListener("click", () => this.hooks.step());
    this.strategies.setAttribute("aria-label", "Strategy to watch");
    for (const name of STRATEGIES) {
      const option = element("option", "", name === "file" ? "the puzzle's strategy" : name);
      option.value = name;
      this.strategies.append(option);
    }
    const speed = () => {
      this.speedText.textContent = `${Math.round(this.speed()).toLocaleString("en")} steps/s`;
    };
    this.speedSlider.addEventListener("input", () => {
      speed();
      this.hooks.changed();
    });
    speed();
    const label = element("label");
    label.append("Speed", this.speedSlider, this.speedText);
    this.watchBar.append(this.watchButton, this.pauseButton, this.stepButton, this.strategies, label);
  }

  private showPages(board: Board): void {
    this.pages.replaceChildren();
    const turn = (text: string, message: FromView, isPossible: boolean) => {
      const made = button(text, () => this.hooks.send(message));
      made.disabled = !isPossible;
      return made;
    };
    if (board.nPuzzles > 1) {
      const { puzzle, nPuzzles } = board;
      this.pages.append(
        turn("‹ Puzzle", { type: "puzzle", puzzle: puzzle - 1 }, puzzle > 0),
        `${puzzle + 1} of ${nPuzzles}`,
        turn("Puzzle ›", { type: "puzzle", puzzle: puzzle + 1 }, puzzle + 1 < nPuzzles),
        element("span", "gap"),
      );
    }
    const told = board.layers.length;
    if (told < board.nLayers) {
      const { firstLayer, nLayers } = board;
      this.pages.append(
        turn("‹ Layers", { type: "layer", layer: Math.max(0, firstLayer - told) }, firstLayer > 0),
        `layers ${firstLayer + 1} to ${firstLayer + told} of ${nLayers}`,
        turn("Layers ›", { type: "layer", layer: firstLayer + told }, firstLayer + told < nLayers),
      );
    }
    this.pages.classList.toggle("hidden", this.pages.childNodes.length === 0);
  }
}

function button(text: string, press: () => void): HTMLButtonElement {
  const made = element("button", "", text);
  made.addEventListener("click", press);
  return made;
}

function slider(name: string, least: number, most: number): HTMLInputElement {
  const made = element("input");
  made.type = "range";
  [made.min, made.max] = [String(least), String(most)];
  made.setAttribute("aria-label", name);
  return made;
}
