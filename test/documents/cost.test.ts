import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { billOf } from '../../infra/cost/bill.ts';
import { capacity, capacityText } from '../../infra/cost/capacity.ts';
import { bill, costPage } from '../../infra/cost/cost-page.ts';
import { longestTurn } from '../../shared/payments/range-limits.ts';
import { defined } from '../support/defined.ts';

const sum = (lines: Record<string, number>) => Object.values(lines).reduce((left, other) => left + other, 0);
const words = (page: string) => page.replaceAll(/[\s|:-]+/g, ' ');

describe('docs/cost.md', () => {
  it('equals the result of units and prices', () =>
    // on failure, run `npm run operate -- cost` and format the page
    expect(words(readFileSync('docs/cost.md', 'utf8'))).toBe(words(costPage())));

  it('is lower than with former settings: the pool at ten million members, route metrics at a thousand', () => {
    const old = { poolPlan: 'ESSENTIALS', routeMetrics: true } as const;
    for (const [members, service] of [
      [10_000_000, 'user pool'],
      [1000, 'watching (logs, metrics, alarms)'],
    ] as const) {
      const [now, before] = [bill(members), bill(members, old)];
      expect(defined(before[service]) / sum(before)).toBeGreaterThan(0.5);
      expect(defined(now[service])).toBeLessThan(defined(before[service]) / 3);
    }
  });
});

describe('the bill', () => {
  const nothing = { read: 0, write: 0 };
  const free = {
    call: { read: 0 },
    page: { read: 0 },
    checkIn: nothing,
    archivedVisit: nothing,
    payment: nothing,
    move: nothing,
    jobSeconds: 0,
    callSeconds: 0,
  };
  const choices = { poolPlan: 'LITE', routeMetrics: false } as const;
  const fixed = { routes: 0, alarms: 0, composites: 0, metrics: 0 };

  it.each([
    [20_000, 0],
    [100_000, (30_000 - 10_000) * 0.0055],
    [1_000_000, 90_000 * 0.0055 + 200_000 * 0.0046],
  ])('of the pool for %i members goes by steps: $%d', (members, dollars) =>
    expect(billOf(members, free, fixed, choices)['user pool']).toBeCloseTo(dollars, 6),
  );

  it('counts a visit when it is written and archived, and stores it for five years', () => {
    const units = { ...free, archivedVisit: { read: 0, write: 8 } };
    const [without, bill] = [free, units].map((item) => billOf(1_000_000, item, fixed, choices));
    expect(defined(defined(bill).table) - defined(defined(without).table)).toBeCloseTo(
      6_000_000 * 8 * (0.625 / 1e6),
      6,
    );
    const stored = 1_000_000 * 200 + 6_000_000 * 60 * 0.13;
    expect(defined(bill)['files, queue, keys']).toBeCloseTo(
      (stored / 1e6) * 0.023 +
        (6_000_000 / 80) * (0.005 / 1000) +
        (2_000_000 / 25) * 3 * (0.5 / 1e6) +
        1 +
        4 * 0.4 +
        2_000_000 * (0.03 / 1e4),
      6,
    );
  });

  it('of the table is units times price, plus storage', () => {
    const units = { ...free, payment: { read: 0, write: 10 } };
    const more =
      defined(billOf(1_000_000, units, fixed, choices).table) -
      defined(billOf(1_000_000, free, fixed, choices).table);
    expect(more).toBeCloseTo(2_000_000 * 10 * (0.625 / 1e6), 6);
  });
});

describe('capacity', () => {
  it('serves a hundred thousand members within every limit, and names the limits of ten million', () => {
    for (const { name, used, limit } of capacity(100_000))
      expect(used / limit, name).toBeLessThanOrEqual(0.8);
    expect(capacityText(100_000)).not.toMatch(/EXCEEDED|NEARLY/);
    const [first = ''] = capacityText(10_000_000).split('\n\n')[1]?.split('\n') ?? [];
    expect(first).toContain('emails per second EXCEEDED');
    expect(capacityText(10_000_000)).toContain('reads a partner with half of the members EXCEEDED');
  });

  it('has time for the generations of a million members, which one worker would not have', () => {
    expect(capacityText(1_000_000)).not.toContain('EXCEEDED');
    const night = capacity(1_000_000).find(({ name }) =>
      name.startsWith('seconds of the largest generation'),
    );
    expect(defined(night).used / defined(night).limit).toBeLessThan(0.5);
    expect(longestTurn(500_000, 1) * 0.031).toBeGreaterThan(3 * 3600);
    expect([1000, 10_000, 85_000].map((members) => longestTurn(members, 10))).toEqual([1000, 10_000, 85_000]);
    expect(longestTurn(600_000, 10)).toBe(85_000 + 75_000);
    expect(longestTurn(5_000_000, 10)).toBe(85_000 + 491_500);
  });
});
