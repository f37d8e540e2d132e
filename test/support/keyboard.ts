import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

interface Stop {
  name: string;
  /** The focus left the page. */
  out: boolean;
  seen: boolean;
}

export const whereFocusIs = (page: Page): Promise<Stop> =>
  page.evaluate(() => {
    const hTMLElement = document.activeElement as HTMLElement;
    const box = hTMLElement.getBoundingClientRect();
    const isRing = ({ outlineStyle, outlineWidth }: CSSStyleDeclaration) =>
      outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
    const ring = [
      getComputedStyle(hTMLElement),
      getComputedStyle(hTMLElement, '::after'),
      ...[hTMLElement.nextElementSibling, hTMLElement.closest('.file-drop')].map(
        (near) => near && getComputedStyle(near),
      ),
    ].some((style) => style && isRing(style));
    const inSight =
      box.width > 0 &&
      box.bottom > 0 &&
      box.top < window.innerHeight &&
      box.right > 0 &&
      box.left < window.innerWidth;
    return {
      name: `${hTMLElement.tagName} ${hTMLElement.getAttribute('name') ?? hTMLElement.textContent?.trim().slice(0, 40) ?? ''}`,
      out: hTMLElement === document.body,
      seen: ring && inSight,
    };
  });

export const hasFocus = (place: Locator) =>
  place.evaluate((element) => element === document.activeElement).catch(() => false);

/** Presses Tab until the element has the focus; asserts that the focus is visible at every stop. */
export async function tabTo(place: Locator): Promise<void> {
  const page = place.page();
  const way: string[] = [];
  await place.waitFor();
  if (await hasFocus(place)) return;
  for (let onClick = 0; onClick < 80; onClick++) {
    await page.keyboard.press('Tab');
    const stop = await whereFocusIs(page);
    way.push(stop.name);
    if (!stop.out) expect(stop.seen, `the focus on ${stop.name} is not seen`).toBe(true);
    if (await hasFocus(place)) return;
  }
  throw new Error(`not reached by Tab: ${way.join(' → ')}`);
}
