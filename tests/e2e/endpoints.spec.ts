// The emulator's page of endpoints: each can be called from it.
import { type Page } from "@playwright/test";

import { expect, test } from "./support/test.ts";

/** Opens the page of a namespace; returns the browser's errors. */
async function open(page: Page, demoUrl: string, namespace: string): Promise<string[]> {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") {
      complaints.push(message.text());
    }
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== new URL(demoUrl).origin) {
      complaints.push(`asks ${request.url()}`);
    }
  });
  const token = page.waitForResponse((answer) => answer.url().endsWith("/host-page"));
  await page.goto(new URL(`/ns/${namespace}/emulator/docs`, demoUrl).href);
  // The page is redrawn once the token is filled in: a key pressed in between is lost.
  await token;
  return complaints;
}

test("an endpoint is tried by keyboard, on wide and narrow pages", async ({ page, demoUrl }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const complaints = await open(page, demoUrl, "tried");
  const endpoint = page.locator(".opblock-post").filter({ hasText: "/crm/v3/objects/{objectType}/search" }).first();
  const answer = endpoint.locator(".live-responses-table");
  await endpoint.locator(".opblock-summary-control").press("Enter");
  // The button appears before the example: pressed in between, it sends nothing.
  await expect(endpoint.locator("tr[data-param-name=objectType] input")).toHaveValue("contacts");
  await expect(endpoint.locator("textarea")).not.toBeEmpty();
  await endpoint.getByRole("button", { name: "Execute" }).press("Enter");

  // The token and the namespace are filled in, too.
  await expect(answer.locator(".response-col_status").nth(1)).toContainText("200");
  await expect(answer).toContainText("+15550100");
  await expect(endpoint.locator(".request-url")).toContainText("/ns/tried/crm/v3/objects/contacts/search");
  for (const width of [1280, 400]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(answer).toContainText("+15550100");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await endpoint.getByRole("button", { name: "Clear" }).press("Enter");
  await expect(answer).toBeHidden();

  const exchange = page.locator(".opblock-post").filter({ hasText: "/oauth/v1/token" }).first();
  await exchange.locator(".opblock-summary-control").click();
  await exchange.getByRole("button", { name: "Execute" }).click();
  await expect(exchange.locator(".live-responses-table .response-col_status").nth(1)).toContainText("200");
  await expect(exchange.locator(".live-responses-table")).toContainText("refresh_token");
  await expect(page.getByRole("status")).toContainText("App 123 was installed");
  expect(complaints).toEqual([]);

  // An expired token is replaced.
  const clock = page.locator(".opblock-post").filter({ hasText: "/emulator/clock" });
  const records = page.locator(".opblock-get").filter({ hasText: "Lists the records of a type" }).first();
  const status = records.locator(".live-responses-table .response-col_status").nth(1);
  await clock.locator(".opblock-summary-control").click();
  await clock.locator("textarea").fill('{ "advanceMs": 7200000 }');
  await clock.getByRole("button", { name: "Execute" }).click();
  await expect(clock.locator(".live-responses-table")).toContainText("nowMs");

  await records.locator(".opblock-summary-control").click();
  await expect(records.locator("tr[data-param-name=objectType] input")).toHaveValue("contacts");
  await records.getByRole("button", { name: "Execute" }).click();

  await expect(status).toContainText("401");
  await expect(page.getByRole("status")).toContainText("A new one is filled in");
  await records.getByRole("button", { name: "Execute" }).click();
  await expect(status).toContainText("200");
});
