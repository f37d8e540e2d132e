import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../handlers.ts';
import { costPage } from './cost-page.ts';

/** Writes docs/cost.md; a test compares it with its sources. */
export function writeCost(): string {
  const file = join(root, 'docs/cost.md');
  writeFileSync(file, costPage());
  return `The monthly cost was written to ${file}.`;
}
