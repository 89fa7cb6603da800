// What the tests themselves try twice, and what not.
import { expect, test } from "./support/test.ts";

test("a navigation that the browser gave up on is tried again, and no other", async ({ context, page, site }) => {
  const url = site.page("crm.test", { libraries: [] });
  const other = await context.newPage();
  let questions = 0;
  await page.route(url, (route) => (++questions === 1 ? route.abort("aborted") : route.continue()));
  await other.route(url, (route) => {
    questions += 1;
    return route.abort("connectionrefused");
  });

  await page.goto(url);
  expect([page.url(), questions]).toEqual([url, 2]);
  await expect(other.goto(url)).rejects.toThrow("net::ERR_CONNECTION_REFUSED");
  expect(questions).toBe(3);
});
