// A record's deals and quotes on the host page, and the pages they lead to.
import { Demo } from "./support/demo.ts";
import { expect, test } from "./support/test.ts";

test("a deal's quotes are shown as they are published, and open", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  const { origin, searchParams } = new URL(page.url());
  const base = `${origin}/ns/${searchParams.get("ns") ?? ""}`;
  const told = await page.request.post(`${base}/emulator/host-page`, { headers: { "x-emulator-control": "1" } });
  const { accessToken } = (await told.json()) as { accessToken: string };
  const headers = { authorization: `Bearer ${accessToken}` };
  const published = page.locator('[data-quote-id="6001"]');
  const draft = page.locator('[data-quote-id="6002"]');

  await expect(published).toContainText("Published");
  await expect(published).toContainText("To be paid");
  await expect(published).toContainText("EUR 3,794.64");
  await expect(draft).toContainText("Draft");
  await expect(draft.locator("a")).toHaveCount(0);

  const title = `<img src=x onerror="document.title='run'">`;
  const change = { properties: { hs_title: title, hs_status: "APPROVED" } };
  const answer = await page.request.patch(`${base}/crm/v3/objects/quotes/6002`, { headers, data: change });
  expect(answer.status()).toBe(200);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(draft.locator("a")).toHaveText(title);

  const opened = page.waitForEvent("popup");
  await draft.locator("a").click();
  const quote = await opened;
  await expect(quote.locator("h1")).toHaveText(title);
  await expect(quote.locator(".total dd")).toHaveText("EUR 237.60");
  expect(await quote.title()).toContain("quote Q-2026-0118");
  const [pdf] = await Promise.all([page.request.get(`${quote.url()}.pdf`), quote.close()]);
  expect(pdf.headers()["content-type"]).toBe("application/pdf");
  expect((await pdf.body()).subarray(0, 5).toString()).toBe("%PDF-");

  // A record without deals has no card of them.
  await demo.get("record-1002").click();
  await expect(page.locator("#deals")).toBeHidden();
  expect(await page.title()).not.toBe("run");
});
