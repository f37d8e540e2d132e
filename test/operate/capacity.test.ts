import { expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../infra/build/handlers.ts';
import { capacity, capacityTable, capacityText } from '../../infra/quotas/capacity.ts';
import { longestTurn } from '../../shared/payments/range-limits.ts';

it('serves a hundred thousand members within every limit, and names the limits of ten million', () => {
  for (const { name, used, limit } of capacity(100_000)) expect(used / limit, name).toBeLessThanOrEqual(0.8);
  expect(capacityText(1_000_000)).not.toContain('EXCEEDED');
  for (const name of ['requests per second of the vault key', 'secrets read per second'])
    expect(capacityText(10_000_000)).toContain(name);
  expect(capacityText(10_000_000)).toContain('emails per second EXCEEDED');
});

it('divides the members of a generation among its workers', () => {
  expect([1000, 85_000].map((members) => longestTurn(members, 10))).toEqual([1000, 85_000]);
  expect(longestTurn(600_000, 10)).toBe(85_000 + 75_000);
  expect(longestTurn(5_000_000, 10)).toBe(85_000 + 491_500);
});

it('is the table of ARCHITECTURE.md', () => {
  // the formatter pads cells
  const cellsOf = (text: string) => text.replaceAll(/ +/g, ' ').replaceAll(/-+:?/g, '-');
  const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  expect(cellsOf(page)).toContain(cellsOf(capacityTable()));
});
