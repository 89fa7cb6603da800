import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

import { ALL } from "./all.ts";
import { expect } from "./test.ts";

/** The sizes and colour schemes in which a panel is checked. */
const EVERY_LOOK = [1280, 400].flatMap((width) => (["light", "dark"] as const).map((colorScheme) => ({ width, colorScheme })));

/** Each size and each colour scheme once, or all combinations. */
const LOOKS = ALL ? EVERY_LOOK : EVERY_LOOK.filter(({ width, colorScheme }) => (width === 400) === (colorScheme === "dark"));

/**
 * Checks a part of the page by axe-core's rules of WCAG 2.2, levels A and AA, and its best
 * practices: narrow and wide, light and dark.
 *
 * @param show - Brings the part into view after the page was resized.
 */
export async function expectAccessible(page: Page, part: string, show: (width: number) => Promise<void>): Promise<void> {
  for (const { width, colorScheme } of LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await show(width);
    // The app in the frame is a separate page: without frames, axe needs no second page to
    // merge their results.
    const { violations } = await new AxeBuilder({ page }).include(part).exclude("iframe").setLegacyMode().analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ""}`).join("\n")}`);
    expect(found, `${width} px, ${colorScheme}`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), "nothing is wider than the page").toBeLessThanOrEqual(width);
  }
}

/** Opens a panel of the workbench, which a small page hides behind a button. */
export async function openPanel(page: Page, id: string): Promise<void> {
  const tab = page.getByTestId(`bench-${id}`);
  if (!(await tab.isVisible())) {
    await page.getByTestId("nav-bench").click();
  }
  await tab.click();
}
