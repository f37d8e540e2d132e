import { expect, it } from 'vitest';
import { capacity, capacityText } from '../../infra/quotas/capacity.ts';
import { longestTurn } from '../../shared/payments/range-limits.ts';

it('serves a hundred thousand members within every limit, and names the limits of ten million', () => {
  for (const { name, used, limit } of capacity(100_000)) expect(used / limit, name).toBeLessThanOrEqual(0.8);
  expect(capacityText(1_000_000)).not.toContain('EXCEEDED');
  expect(capacityText(10_000_000)).toContain('emails per second EXCEEDED');
});

it('divides the members of a generation among its workers', () => {
  expect([1000, 85_000].map((members) => longestTurn(members, 10))).toEqual([1000, 85_000]);
  expect(longestTurn(600_000, 10)).toBe(85_000 + 75_000);
  expect(longestTurn(5_000_000, 10)).toBe(85_000 + 491_500);
});
