// The emulator's pages in a browser.
import { expect, test } from "./support/test.ts";

const REDIRECT = "http://localhost:3000/oauth/callback";

/** The consent page of the built-in app. */
function authorization(demoUrl: string, namespace: string): string {
  const query = new URLSearchParams({
    client_id: "00000000-0000-4000-8000-000000000123",
    redirect_uri: REDIRECT,
    scope: "crm.objects.contacts.read oauth timeline",
    state: "st&te",
  });
  return new URL(`/ns/${namespace}/oauth/authorize?${query.toString()}`, demoUrl).href;
}

test("a user agrees and returns with a code; foreign forms fail", async ({ page, demoUrl }) => {
  await page.goto(authorization(demoUrl, "agrees"));
  // Nobody listens there: the browser's request is enough.
  const back = page.waitForRequest((request) => request.url().startsWith(REDIRECT));

  await page.getByRole("button", { name: "Connect app" }).click();

  const query = new URL((await back).url()).searchParams;
  expect(query.get("code")).toMatch(/^[0-9a-f-]{36}$/);
  expect(query.get("state")).toBe("st&te");

  const address = authorization(demoUrl, "linked");
  await page.route("http://evil.test/", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<a href="${address.replaceAll("&", "&amp;")}">link</a>
        <form method="post" action="${new URL("/ns/linked/oauth/authorize", demoUrl).href}">
        <input name="decision" value="allow"><button>form</button></form>`,
    }),
  );

  // The link does not create its namespace.
  await page.goto("http://evil.test/");
  await page.getByRole("link").click();
  await expect(page.getByText("NO_NAMESPACE")).toBeVisible();
  await page.goto(address);
  await page.goto("http://evil.test/");
  await page.getByRole("link").click();
  await expect(page.getByRole("button", { name: "Connect app" })).toBeVisible();

  await page.goto("http://evil.test/");
  const answer = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("button", { name: "form" }).click();
  expect((await answer).status()).toBe(403);
});
