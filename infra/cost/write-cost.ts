import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../handlers.ts';
import { costPage } from './cost-page.ts';

/** Writes docs/cost.md anew; a test holds the page to what this would write. */
export function writeCost(): string {
  const file = join(root, 'docs/cost.md');
  writeFileSync(file, costPage());
  return `${file} says what a month costs.`;
}
