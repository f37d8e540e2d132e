import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

interface Stop {
  name: string;
  /** Nothing has the focus any more: the browser's own buttons are next. */
  out: boolean;
  seen: boolean;
}

/** Where the focus is, and whether a person would see it there. */
export const whereFocusIs = (page: Page): Promise<Stop> =>
  page.evaluate(() => {
    const one = document.activeElement as HTMLElement;
    const box = one.getBoundingClientRect();
    const isRing = ({ outlineStyle, outlineWidth }: CSSStyleDeclaration) =>
      outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
    // a card shows the ring around the whole of it, a choice around its word
    const ring = [
      getComputedStyle(one),
      getComputedStyle(one, '::after'),
      ...[one.nextElementSibling, one.closest('.file-drop')].map((near) => near && getComputedStyle(near)),
    ].some((style) => style && isRing(style));
    const inSight =
      box.width > 0 &&
      box.bottom > 0 &&
      box.top < window.innerHeight &&
      box.right > 0 &&
      box.left < window.innerWidth;
    return {
      name: `${one.tagName} ${one.getAttribute('name') ?? one.textContent?.trim().slice(0, 40) ?? ''}`,
      out: one === document.body,
      seen: ring && inSight,
    };
  });

export const hasFocus = (place: Locator) =>
  place.evaluate((element) => element === document.activeElement).catch(() => false);

/** Goes on by Tab until the place has the focus, where it has not; every stop on the way is a visible one. */
export async function tabTo(place: Locator): Promise<void> {
  const page = place.page();
  const way: string[] = [];
  await place.waitFor();
  if (await hasFocus(place)) return;
  for (let press = 0; press < 80; press++) {
    await page.keyboard.press('Tab');
    const stop = await whereFocusIs(page);
    way.push(stop.name);
    if (!stop.out) expect(stop.seen, `the focus on ${stop.name} is not seen`).toBe(true);
    if (await hasFocus(place)) return;
  }
  throw new Error(`not reached by Tab: ${way.join(' → ')}`);
}
