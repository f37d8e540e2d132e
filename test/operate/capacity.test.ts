import { expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../infra/build/handlers.ts';
import { capacity, capacityTable, capacityText } from '../../infra/quotas/capacity.ts';
import { defined } from '../support/defined.ts';
import { longestTurn } from '../../shared/payments/range-limits.ts';

it('serves a hundred thousand members within every limit, and names the limits of ten million', () => {
  for (const { name, used, limit } of capacity(100_000)) expect(used / limit, name).toBeLessThanOrEqual(0.8);
  expect(capacityText(1_000_000)).not.toContain('EXCEEDED');
  for (const name of ['requests per second of the vault key', 'secrets read per second'])
    expect(capacityText(10_000_000)).toContain(name);
  expect(capacityText(10_000_000)).toContain('emails per second EXCEEDED');
});

it('compares the requests of the vault key with the quota of the region', () => {
  const rowIn = (region: string, members: number) =>
    capacity(members, region).find(({ name }) => name.startsWith('requests per second of the vault key'));
  const limits = ['us-east-1', 'us-east-2', 'us-west-1', ''].map((region) => rowIn(region, 1000)?.limit);
  expect(limits).toEqual([100_000, 20_000, 10_000, 10_000]);
  for (const members of [1000, 100_000, 10_000_000]) {
    const row = defined(rowIn('', members));
    expect(row.used, `${members}`).toBeLessThanOrEqual(0.8 * row.limit);
    expect(row).toMatchObject({ adjustable: true, read: '2026-11-27' });
  }
  expect(capacityText(1000, [], 'us-east-1')).toMatch(
    /of 100,000 +requests per second of the vault key.*kms/,
  );
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
