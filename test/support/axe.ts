import type axe from 'axe-core';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

// the small one: it is sent to every page that is judged
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Judgement {
  violations: { id: string; nodes: { html: string }[] }[];
  passes: unknown[];
}

/**
 * Returns axe violations as rule and markup: all default rules and the target size. Runs in the page itself, because
 * the adapter's blank page and frames take seven times as long.
 */
export async function axeFaults(page: Page, within = 'html'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const { violations, passes } = await page.evaluate(async (selector): Promise<Judgement> => {
    const { run } = (window as unknown as { axe: typeof axe }).axe;
    return run(selector, {
      resultTypes: ['violations'],
      iframes: false,
      rules: { 'target-size': { enabled: true } },
    });
  }, within);
  // a page that nothing applies to has not been judged
  expect(passes.length).toBeGreaterThan(10);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/**
 * Colors change in their own time; what is judged is how they end. Finishing one element's may begin its children's.
 */
export const finishMotion = (page: Page) =>
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
