// Takes the steps of a search that is watched at the speed that is wished for: thirty times a second it asks for as
// many as are due, and never before the last ones have come.

import type { FromView } from "../src/protocol";

const FRAME = 33;
/** The most steps that one answer brings. */
const MOST = 10_000;

export class Watch {
  private timer: number | undefined;
  private due = 0;
  private asked = false;
  private paused = false;

  constructor(
    private readonly send: (message: FromView) => void,
    private readonly speed: () => number,
  ) {}

  start(): void {
    this.stop();
    this.paused = false;
    this.timer = window.setInterval(() => this.tick(), FRAME);
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.due = 0;
    this.asked = false;
  }

  pause(): boolean {
    this.paused = !this.paused;
    return this.paused;
  }

  step(): void {
    if (this.timer !== undefined && !this.asked) {
      this.ask(1);
    }
  }

  /** Some of the steps that were asked for are here. */
  arrived(steps: number): void {
    this.asked = false;
    this.due = Math.max(0, this.due - steps);
  }

  private tick(): void {
    if (this.paused) {
      return;
    }
    this.due = Math.min(this.due + (this.speed() * FRAME) / 1000, MOST);
    if (!this.asked && this.due >= 1) {
      this.ask(Math.floor(this.due));
    }
  }

  private ask(steps: number): void {
    this.asked = true;
    this.send({ type: "next", steps });
  }
}
