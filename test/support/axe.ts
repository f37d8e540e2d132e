import type axe from 'axe-core';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { sized } from './sized.ts';
import { resize } from './resize.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Judgement {
  violations: { id: string; nodes: { html: string }[] }[];
  passes: unknown[];
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const colorRules = ['color-contrast', 'link-in-text-block'];

/** Returns axe violations as rule and markup. Runs axe in the page; its Playwright adapter takes seven times as long. */
export async function axeFaults(page: Page, within = 'html', only?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const { violations, passes } = await page.evaluate(
    async ([selector, rules]): Promise<Judgement> =>
      window.axe.run(selector, {
        resultTypes: ['violations'],
        iframes: false,
        ...(rules ? { runOnly: rules } : { rules: { 'target-size': { enabled: true } } }),
      }),
    [within, only] as const,
  );
  // fewer passes mean that the page was empty
  expect(passes.length).toBeGreaterThan(only ? 0 : 10);
  const covered = new Set(await page.evaluate(coveredSortButtons));
  return violations.flatMap(({ id, nodes }) => {
    const faults = nodes.filter(({ html }) => id !== 'target-size' || !covered.has(html));
    return faults.length > 0 ? [`${id}: ${faults.map(({ html }) => html).join(' ')}`] : [];
  });
}

/**
 * Returns the sort buttons that a pinned column covers completely until the table is scrolled. Axe subtracts other
 * buttons only, not their cells, and reports the rest of a covered button as a small target.
 */
const coveredSortButtons = (): string[] =>
  [...document.querySelectorAll('th button.sort')]
    .filter((button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect();
      const places = [left + 1, (left + right) / 2, right - 1];
      const isVisible = (x: number) => button.contains(document.elementFromPoint(x, (top + bottom) / 2));
      return !places.some(isVisible);
    })
    .map((button) => button.outerHTML);

/**
 * Asserts that no content is wider than the page, and that the page, or the part of a selector, passes axe: in `npm test`
 * at the first width in light mode, in `npm run test:all` at every width in light and dark mode.
 */
export async function expectAccessible(
  page: Page,
  widths: readonly number[],
  within = 'html',
): Promise<void> {
  for (const width of sized(widths.slice(0, 1), widths)) {
    await resize(page, { width, height: 900 });
    for (const colorScheme of sized(['light'] as const, ['dark', 'light'] as const)) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await finishMotion(page);
      const only = colorScheme === 'dark' ? colorRules : undefined;
      expect(await axeFaults(page, within, only), `${width} px, ${colorScheme}`).toEqual([]);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
}

/** Ends all transitions, also those that start when another one ends. */
const finishMotion = (page: Page) =>
  expect
    .poll(
      () =>
        page.evaluate(() => {
          const moving = document.getAnimations();
          for (const motion of moving) motion.finish();
          return moving.length;
        }),
      { timeout: 15_000 },
    )
    .toBe(0);
