// The documents as pages of a site whose address has a path.
import { expect, test } from "./support.ts";

test("a search finds a heading, and leads to it", async ({ page, site }) => {
  await page.goto(site.url);

  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("searchbox").fill("attacks tried");
  await page.getByRole("option", { name: /Attacks tried/ }).first().click();

  await expect(page).toHaveURL(/docs\/security\.html#attacks-tried$/);
  await expect(page.getByRole("heading", { name: /^Attacks tried/ })).toBeInViewport();
});

test("links between documents work with and without scripts", async ({ browser, page, site }) => {
  await page.goto(site.url);
  await page.locator("main").getByRole("link", { name: "glossary" }).click();
  await expect(page.getByRole("heading", { name: /^Glossary/ })).toBeInViewport();

  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(site.url);
  await plain.locator("main").getByRole("link", { name: "glossary" }).click();
  await expect(plain.getByRole("heading", { name: /^Glossary/ })).toBeInViewport();
  await context.close();
});

test("a link to what is no page leads to the repository", async ({ page, site }) => {
  await page.goto(site.url);

  await expect(page.locator("main").getByRole("link", { name: "MIT" })).toHaveAttribute("href", /^https:\/\/github\.com\/.*\/blob\/main\/LICENSE-MIT$/);
});

test("doubled braces are text", async ({ page, site }) => {
  await page.goto(`${site.url}docs/timeline.html`);

  await expect(page.locator("main").getByText("{{", { exact: false }).first()).toBeVisible();
});

test("the reference of both languages is there", async ({ page, site }) => {
  for (const [place, text] of [["typescript/index.html", "CallingExtensions"], ["rust/calling_widget_sdk/index.html", "calling_widget_sdk"]] as const) {
    await page.goto(`${site.url}reference/${place}`);
    await expect(page.getByText(text).first()).toBeAttached();
  }
});

test("an address without a page leads to the start", async ({ page, site, faults }) => {
  await page.goto(`${site.url}docs/nowhere.html`);
  // Of the page itself.
  await expect.poll(() => faults.splice(0).join()).toContain("404");

  await page.getByRole("link", { name: "go to home" }).click();

  await expect(page.getByRole("heading", { name: "calling-widget-sdk" }).first()).toBeVisible();
  await page.waitForLoadState("networkidle");
});
