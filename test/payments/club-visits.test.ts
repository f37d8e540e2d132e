import { describe, expect, it } from 'vitest';
import { clubCostsOf, type Club } from '../../shared/payments/costs.ts';
import { employerSummary, membersByVisitsOf } from '../../shared/visits/employer-summary.ts';

const now = new Date('2026-11-20T16:00:00Z');
const periodId = '202610';
/** The possible visits of a member; with a goal of 12, two are below it. */
const values = [0, 1, 12, 13] as const;
const goal = 12;

/** Members of a club by the index of their visits in `values`. */
type Counts = readonly number[];
const sum = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0);

/** Returns all clubs of a size. */
const clubsOfSize = (size: number, kinds: number): Counts[] =>
  kinds === 1
    ? [[size]]
    : Array.from({ length: size + 1 }, (_, count) => count).flatMap((count) =>
        clubsOfSize(size - count, kinds - 1).map((others) => [count, ...others]),
      );

const clubOf = (counts: Counts, index: number, consents = 0): Club => {
  const members = counts.flatMap((count, kind) => Array.from({ length: count }, () => values[kind] ?? 0));
  return {
    facilityNumber: String(index),
    facilityName: `Club ${index}`,
    members: members.length,
    membersByVisits: membersByVisitsOf(
      members.map((visits, position) => ({ visits, mayWithdrawConsent: position < consents })),
      now,
    ),
  };
};

/** The month as a manager with access to payments sees it. */
function monthOf(world: readonly Counts[]) {
  const membersByVisits = values
    .map((visits, kind) => ({ visits, members: sum(world.map((counts) => counts[kind] ?? 0)) }))
    .filter(({ visits, members }) => visits > 0 && members > 0);
  const visits = sum(membersByVisits.map((cell) => cell.visits * cell.members));
  return employerSummary({ visits, members: 0, membersByVisits }, periodId, now);
}

const itemsOf = (world: readonly Counts[], { consents = 0, required = goal, consentsSince = '' } = {}) =>
  clubCostsOf(
    'partnerManager',
    { periodId, cost: 1000_00, visits: monthOf(world).visits },
    world.map((counts, index) => clubOf(counts, index, consents)),
    { now, required, consentsSince },
  ).items;
const shownVisits = (world: readonly Counts[], of?: Parameters<typeof itemsOf>[1]) =>
  itemsOf(world, of).map(({ visits }) => visits);

/** The kinds of members that an attacker distinguishes: payroll files name members with the required visits. */
const groupsOf = (required: number) =>
  required === 0
    ? [[0, 1, 2, 3]]
    : [
        [0, 1],
        [2, 3],
      ];
const countOf = (counts: Counts, kinds: readonly number[]) => sum(kinds.map((kind) => counts[kind] ?? 0));

/** Returns the groups of members that have one possible number of visits in all worlds of a view. */
const determined = (worlds: readonly (readonly Counts[])[], required: number): string[] =>
  (worlds[0] ?? []).flatMap((_, club) =>
    groupsOf(required).flatMap((kinds, group) => {
      const isPossible = (kind: number) => worlds.some((world) => (world[club]?.[kind] ?? 0) > 0);
      return kinds.filter(isPossible).length === 1 ? [`${club} ${group}`] : [];
    }),
  );

describe('an attacker who solves for the visits of a member', () => {
  it.each([
    { what: 'two listed clubs with a goal', required: goal, sizes: [11, 10], kinds: 4, least: 1 },
    { what: 'a listed and a small club', required: goal, sizes: [10, 9], kinds: 4, least: 0 },
    { what: 'two clubs without reimbursements', required: 0, sizes: [12, 11], kinds: 3, least: 500 },
    { what: 'a listed and two small clubs', required: 0, sizes: [10, 5, 4], kinds: 3, least: 100 },
  ])('learns nothing from the visits of $what', ({ required, sizes, kinds, least }) => {
    const worlds = sizes
      .map((size) => clubsOfSize(size, kinds))
      .reduce<Counts[][]>(
        (all, clubs) => all.flatMap((world) => clubs.map((club) => [...world, club])),
        [[]],
      );
    // the total, the numbers of members by visits, and the members with the required visits are known otherwise
    const known = (world: readonly Counts[]) =>
      JSON.stringify([
        monthOf(world),
        world.map((counts) => groupsOf(required).map((group) => countOf(counts, group))),
      ]);
    let revealed = 0;
    let shown = 0;
    for (const candidates of Map.groupBy(worlds, known).values()) {
      const before = new Set(determined(candidates, required));
      const visitsOf = (world: readonly Counts[]) => JSON.stringify(shownVisits(world, { required }));
      for (const [view, consistent] of Map.groupBy(candidates, visitsOf)) {
        if (!/\d/.test(view)) continue;
        shown += consistent.length;
        revealed += determined(consistent, required).filter((group) => !before.has(group)).length;
      }
    }
    expect(revealed).toBe(0);
    expect(shown).toBeGreaterThanOrEqual(least);
  });
});

describe('the visits of a club', () => {
  const mixed: Counts = [10, 10, 10, 10];

  it('are shown for clubs with different members, in the table order', () => {
    expect(shownVisits([mixed, mixed])).toEqual([260, 260]);
    expect(itemsOf([mixed, mixed])[0]).toMatchObject({
      visits: 260,
      costPerVisit: 500_00 / 260 - ((500_00 / 260) % 1),
    });
  });

  it('are hidden if all members of a group have the same number, with one more club that would reveal it', () => {
    // at the second club, nobody below the goal came: the total minus the other club would reveal it
    expect(shownVisits([mixed, [12, 0, 10, 10]])).toEqual([null, null]);
    expect(shownVisits([mixed, mixed, [12, 0, 10, 10]])).toEqual([260, null, null]);
  });

  it('are hidden in one club while the total of the month is hidden', () => {
    const world = [mixed, mixed, [10, 10, 2, 2]];
    expect(
      shownVisits(world.map((counts) => counts.map((count, kind) => (kind === 3 ? 1 : count)))),
    ).toContain(null);
  });

  it('are hidden in one club while the total contains a member without a club', () => {
    const clubs = [clubOf(mixed, 0), clubOf(mixed, 1)];
    const visitsWith = (visits: number) =>
      clubCostsOf('partnerManager', { periodId, cost: 1000_00, visits }, clubs, {
        now,
        required: goal,
        consentsSince: '',
      }).items.map(({ visits: own }) => own);
    expect(visitsWith(520)).toEqual([260, 260]);
    expect(visitsWith(527)).toEqual([260, null]);
  });

  it('are hidden if a member got the right to withdraw the consent after they were counted', () => {
    expect(shownVisits([mixed, mixed], { consentsSince: '2026-11-19T16:00:00.000Z' })).toEqual([260, 260]);
    expect(shownVisits([mixed, mixed], { consentsSince: '2026-11-21T16:00:00.000Z' })).toEqual([null, null]);
  });

  it('are hidden in clubs with members who can withdraw the consent to share them, and without stored numbers', () => {
    expect(shownVisits([mixed, mixed], { consents: 1 })).toEqual([null, null]);
    const clubs = [clubOf(mixed, 0), { ...clubOf(mixed, 1), membersByVisits: undefined }];
    const month = { periodId, cost: 1000_00, visits: 520 };
    const visitsFor = (role: 'partnerManager' | 'systemAdmin') =>
      clubCostsOf(role, month, clubs, { now, required: goal, consentsSince: '' }).items.map(
        ({ visits }) => visits,
      );
    expect(visitsFor('partnerManager')).toEqual([null, null]);
    expect(visitsFor('systemAdmin')).toEqual([260, null]);
  });
});
