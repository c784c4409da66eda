// Test only: what a user does in the board view, with mouse and keys, in the page of VS Code.

import { existsSync } from "node:fs";
import { join } from "node:path";

/** The frame that holds the board. */
async function boardFrame(page, until) {
  let found;
  await until("the board's frame", async () => {
    for (const frame of page.frames()) {
      if ((await frame.locator("#app .cell").count().catch(() => 0)) > 0) {
        found = frame;
      }
    }
    return found !== undefined;
  }, 40_000);
  return found;
}

async function picture({ page, pictures }, name) {
  if (pictures !== undefined) {
    await page.mouse.move(5, 400);
    await page.waitForTimeout(1500);
    await page.screenshot({ path: join(pictures, `${name}.png`) });
  }
}

export async function lookAtBoard(look) {
  const { page, signal, until } = look;
  const frame = await boardFrame(page, until);
  const cell = (index) => frame.locator(`.cell[data-index="${index}"]`);
  await expectText(until, frame.locator("h1"), /AI Escargot\s*one solution/);
  await expect(await frame.locator(".grid[role=grid] .row[role=row] .cell[role=gridcell]").count(), 81, "cells");
  await expect(await cell(1).getAttribute("aria-label"), "r1c2: empty, legal: 2 5 6 8", "what a screen reader says");
  await cell(0).click();
  await page.keyboard.press("ArrowRight");
  await picture(look, "board");
  await page.keyboard.press("6");
  await until("the text has it", () => existsSync(signal("value-seen")) || look.done(), 30_000);
  await until("it is drawn", async () => /given/.test(await cell(1).getAttribute("class")), 20_000);
  // A clash: 1 into r1c3.
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("1");
  await until("the clash is drawn", async () => (await frame.locator(".cell.clash").count()) >= 2, 20_000);
  await picture(look, "clash");
  await page.keyboard.press("Delete");
  await until("the clash is gone", async () => (await frame.locator(".cell.clash").count()) === 0, 20_000);

  await frame.locator("select").selectOption("first-empty");
  await frame.locator("input[type=range]").fill("40");
  await frame.getByRole("button", { name: "Watch the Search" }).click();
  await until("the search is shown", async () => (await frame.locator(".cell.placed").count()) > 8, 20_000);
  await picture(look, "watch");
  await frame.getByRole("button", { name: "Pause" }).click();
  await frame.getByRole("button", { name: "Step", exact: true }).click();
  await frame.getByRole("button", { name: "Go On" }).click();
  await frame.locator("input[type=range]").fill("100");
  await expectText(until, frame.locator(".status"), /first-empty: solved, [\d]+ nodes/);
  await expect(await frame.locator(".cell.placed, .cell.deduced, .cell.given").count(), 81, "filled cells");
  await frame.getByRole("button", { name: "Clear" }).click();

  await cell(1).click();
  await page.keyboard.press("Delete");
}

export async function lookAtLayers(look) {
  const { page, until } = look;
  const frame = await boardFrame(page, until);
  await until("sixteen layers", async () => (await frame.locator(".layer").count()) === 16, 30_000);
  await expectText(until, frame.locator("h1"), /Small tesseract/);
  await frame.locator('.cell[data-index="0"]').click();
  await page.keyboard.press("PageDown");
  const label = await frame.locator(".cell:focus").getAttribute("aria-label");
  await expect(/^\(1, 1, 1, 2\)/.test(label), true, label);
  // Three on each of its four lines, and the one across from it in its block.
  await expect(await frame.locator(".cell.peer, .cell.equal").count(), 4 * 3 + 1, "peers");
  await picture(look, "layers");
}

/** A cube of side 12: the values are too small to read until the cells are larger. */
export async function lookAtCounts(look) {
  const { page, until } = look;
  const frame = await boardFrame(page, until);
  await until("twelve layers", async () => (await frame.locator(".layer").count()) === 12, 30_000);
  const count = frame.locator('.cell[data-index="1"] .count');
  await expectText(until, count, /^11$/);
  await frame.locator('.cell[data-index="1"]').click();
  await expectText(until, frame.locator(".counts"), /how many values are legal\. Enlarge the cells with \+ to see which\. \(1, 2, 1\): 2 3 4 5 6 7 8 9 10 11 12\./);
  await picture(look, "counts");
  await frame.getByRole("button", { name: "Larger cells" }).click();
  await until("the values", async () => (await frame.locator('.cell[data-index="1"] .marks span[data-value]').count()) === 11, 20_000);
  await expect(await frame.locator(".counts").isVisible(), false, "the note");
  await frame.getByRole("button", { name: "Smaller cells" }).click();
  await page.keyboard.press("Escape");
}

function expect(found, wanted, what) {
  if (found !== wanted) {
    throw new Error(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
  }
}

async function expectText(until, locator, pattern) {
  let text = "";
  await until(`${pattern}`, async () => pattern.test((text = (await locator.textContent()) ?? "")), 30_000).catch((error) => {
    throw new Error(`${error.message}; it says ${JSON.stringify(text)}`);
  });
}
