import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

interface Judgement {
  violations: { id: string; nodes: { html: string }[] }[];
  passes: unknown[];
}

/**
 * What axe finds wrong, as rule and markup: all rules that it has on by default, and the size of what is pressed. Runs
 * in the page itself, without the blank page and the frames of axe's own adapter, which take seven times as long.
 */
export async function axeFaults(page: Page, within = 'html'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
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
