import { expect, it } from 'vitest';
import { employerSummary, smallestCell } from '../../shared/visits/employer-summary.ts';

const now = new Date('2026-11-20T18:00:00Z');
const closed = '202610';

/** Numbers of members with one, two, three, … visits. */
type Month = readonly number[];

const query = (month: Month, periodId = closed) => {
  const membersByVisits = month
    .map((members, index) => ({ visits: index + 1, members }))
    .filter(({ members }) => members > 0);
  const members = month.reduce((sum, cell) => sum + cell, 0);
  const visits = month.reduce((sum, cell, index) => sum + cell * (index + 1), 0);
  return employerSummary({ visits, members, membersByVisits }, periodId, now);
};

const months: Month[] = Array.from({ length: 10_000 }, (_, index) =>
  String(index).padStart(4, '0').split('').map(Number),
);

it('reveals no number of fewer than five members to an attacker with 10,000 queries', () => {
  const possible = Map.groupBy(months, (month) => JSON.stringify(query(month)));
  for (const [response, candidates] of possible)
    for (const cell of [0, 1, 2, 3]) {
      const values = new Set(candidates.map((month) => month[cell]));
      const [only = 0] = values;
      const isRevealed = values.size === 1 && only > 0 && only < smallestCell;
      expect(isRevealed, `${response} reveals ${only}`).toBe(false);
    }
});

it('shows no numbers of an open month, so that two days cannot be compared', () => {
  const open = new Set(months.map((month) => JSON.stringify(query(month, '202611'))));
  expect(open.size).toBe(1);
});

it('shows every number of a month with at least five members each, and omits complements otherwise', () => {
  expect(query([5, 9, 0, 6])).toMatchObject({ visits: 47, members: 20, omitted: 'none' });
  expect(query([3, 9, 0, 6])).toEqual({
    visits: null,
    members: null,
    membersByVisits: [{ visits: 2, members: 9 }],
    omitted: 'small',
  });
  expect(query([2, 1])).toEqual({ visits: null, members: null, membersByVisits: [], omitted: 'small' });
  expect(query([9, 9], '202611')).toEqual({
    visits: null,
    members: null,
    membersByVisits: [],
    omitted: 'open',
  });
});
