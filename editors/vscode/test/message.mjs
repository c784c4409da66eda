// Test only: what a user sees where no server is found.

/** The message says what is missing and offers what helps. */
export async function lookAtMessage({ page, pictures, until }) {
  const toast = page.locator(".notification-toast", { hasText: "No sdkc program was found" });
  await until("the message", async () => (await toast.count()) > 0, 20_000);
  const text = await toast.first().innerText();
  for (const part of ["cargo install --path crates/cli", "sdkc.server.path", "Open Settings", "Show Log"]) {
    if (!text.includes(part)) {
      throw new Error(`${part} is not in ${JSON.stringify(text)}`);
    }
  }
  if (pictures !== undefined) {
    await page.screenshot({ path: `${pictures}/message.png` });
  }
  await toast.first().getByRole("button", { name: "Open Settings" }).click();
  await until("the setting", async () => (await page.locator(".settings-editor").getByText("sdkc.server.path").or(page.locator(".settings-editor", { hasText: "Server: Path" })).count()) > 0, 20_000);
}
