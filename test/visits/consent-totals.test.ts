import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { facilityChange } from '../../functions/facilities/store.ts';
import { loadMember } from '../../functions/members/store.ts';
import { transact } from '../../functions/table/transact.ts';
import type { User } from '../../functions/users/user.ts';
import { erasePersonNow } from '../../infra/operate/person-commands.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { members } from '../../shared/contracts/members.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { privacy } from '../../shared/contracts/privacy.ts';
import { visits } from '../../shared/contracts/visits.ts';
import { newConsent } from '../../shared/members/health-consent.ts';
import type { ClubCost } from '../../shared/payments/costs.ts';
import { monthSummaryFor, mostConsents } from '../../shared/visits/employer-summary.ts';
import { csv, freshPartner, readChange } from '../employees/people.ts';
import { addFacilities, addMembers } from '../payments/facilities.ts';
import { setTerms } from '../payments/paycheck.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { runJob } from '../support/jobs.ts';
import { someFacility, useWorld } from '../support/world.ts';
import { workbookLines } from '../support/workbook-lines.ts';
import { createUser } from '../users/person.ts';

const world = useWorld();
const now = '2026-11-20T16:00:00Z';
beforeEach(() => setClock(now));
resetClockAfterEach();

/** Visits of one member in two partners that are otherwise equal. */
const worlds = { '1': 3, '2': 8 } as const;
type PartnerId = keyof typeof worlds;
const partnerIds = ['1', '2'] as const;
const leavers = new Map<PartnerId, User>();
const managers = new Map<PartnerId, User>();
const others = [3, 5, 8].flatMap((count) => Array<number>(6).fill(count));

beforeAll(async () => {
  setClock(now);
  await addFacilities(['7000']);
  const lines: string[] = [];
  for (const partnerId of partnerIds) {
    await setTerms(partnerId, { launchDate: '2026-07-01' });
    const add = async (name: string, count: number, of: Parameters<typeof addMembers>[2] = {}) => {
      const id = `${name}-${partnerId}`;
      const since = { enrolledOn: '2026-07-05', activatedOn: '2026-07-05' };
      await addMembers(partnerId, [{ id, facilityId: '7000' }], { ...since, state: 'MN', ...of });
      for (let day = 1; day <= count; day++)
        lines.push(`,${id},,7000,2026-10-${String(day).padStart(2, '0')},`);
      return id;
    };
    for (const [index, count] of others.entries()) await add(`O${index}`, count);
    const healthConsent = newConsent(undefined, 'NV', '2026-07-05');
    await add('STAYS', 5, { state: 'NV', healthConsent });
    // enrolled in an earlier release, without a record of consent
    await add('EARLIER', 5, { state: 'WA' });
    const id = await add('LEAVES', worlds[partnerId], { state: 'NV', healthConsent });
    leavers.set(partnerId, await createUser({ memberIds: [id], memberPartnerIds: [partnerId] }));
    managers.set(partnerId, await createUser({ role: 'partnerManager', partnerId }));
  }
  const bytes = Buffer.from(['Key Fob,Member ID,Email,Club ID,Date,Time', ...lines].join('\n'));
  const files = { file: { name: 'v.csv', bytes } };
  await runJob((await call(visits.importCheckIns, world.admin, { files })).body.jobId);
}, 120_000);

/** Returns all numbers of visits that a manager sees. */
async function seenBy(partnerId: PartnerId, as = managers.get(partnerId)) {
  if (!as) throw new Error('no user');
  const months = { periodIdFrom: '202610', periodIdTo: '202610' };
  const query = { partnerID: partnerId, periodID: '202610' };
  const [summary, costs, download, log] = await Promise.all([
    call(visits.summary, as, { query }),
    call(payments.costs, as, { params: { partnerId }, query: months }),
    call(payments.downloadCosts, as, { params: { partnerId }, query: months }),
    call(visits.list, as, { query: { ...query, pageSize: 100 } }),
  ]);
  const counts = new Map<string, number>(
    log.body.items.map((item: { memberId: string; visitsInMonth: number }) => [
      item.memberId.replace(/-.$/, ''),
      item.visitsInMonth,
    ]),
  );
  return {
    summary: summary.body,
    costs: { visits: costs.body.months[0].visits, costPerVisit: costs.body.totals.costPerVisit },
    download: workbookLines(download.bytes).filter(([title]) => title !== 'Partner'),
    log: [...counts].toSorted(([left], [right]) => left.localeCompare(right)),
  };
}

it('reveals no visits of a member who withdraws consent, with readings before and after', async () => {
  const before = await Promise.all(partnerIds.map((partnerId) => seenBy(partnerId)));
  for (const partnerId of partnerIds) {
    const body = { memberGuid: `LEAVES-${partnerId}` };
    const user = leavers.get(partnerId);
    if (!user) throw new Error('no user');
    expect((await call(privacy.withdrawHealthConsent, user, { body })).status).toBe(200);
  }
  const after = await Promise.all(partnerIds.map((partnerId) => seenBy(partnerId)));
  const [one, two] = after;
  // nothing depends on the visits of the member
  expect(one).toEqual(two);
  // also not on the difference of two readings
  const total = ({ summary, costs, download }: Awaited<ReturnType<typeof seenBy>>) => [
    summary,
    costs,
    download,
  ];
  expect(after.map(total)).toEqual(before.map(total));
  expect(one?.summary).toEqual({
    visits: 96,
    members: 18,
    membersByVisits: [
      { visits: 3, members: 6 },
      { visits: 5, members: 6 },
      { visits: 8, members: 6 },
    ],
    omitted: 'none',
    excludesConsents: true,
  });
  expect(one?.download.flat()).toContain('96');
  expect(one?.costs).toEqual({ visits: 96, costPerVisit: null });
  expect(one?.log.map(([name]) => name)).toContain('STAYS');
  expect(one?.log.map(([name]) => name)).not.toContain('LEAVES');
});

it('is complete for administrators', async () => {
  const { summary } = await seenBy('1', world.admin);
  expect(summary).toMatchObject({ visits: 96 + 5 + 5 + 3, members: 21, excludesConsents: false });
});

it('has no numbers if more members can withdraw consent than a reading subtracts', () => {
  const tallies = { members2: 600, members4: 20 };
  const consents = Array.from({ length: mostConsents }, () => 2);
  const summaryOf = (of: readonly number[] | null, periodId = '202610') =>
    monthSummaryFor('partnerManager', periodId, tallies, { consents: of, now: new Date(now) });
  expect(summaryOf(consents)).toMatchObject({ visits: 280, members: 120, omitted: 'none' });
  expect(summaryOf(null)).toMatchObject({
    visits: null,
    members: null,
    membersByVisits: [],
    omitted: 'consent',
  });
  expect(summaryOf(null, '202611')).toMatchObject({ visits: null, omitted: 'open' });
});

describe('the right to withdraw the consent', () => {
  let partnerId: string;
  let manager: User;
  const total = async () =>
    (await call(visits.summary, manager, { query: { partnerID: partnerId, periodID: '202610' } })).body;
  const ids = [...others.map((_, index) => `N${index}`), 'MOVES', 'TRANSFERRED'];
  const person = (id: string) => ({
    firstName: id,
    lastName: 'Vance',
    email: `${id.toLowerCase()}@work.test`,
  });
  const rosterFile = (state: string) =>
    csv(
      [
        'First Name,Last Name,Email,State',
        ...ids.map((id) => `${id},Vance,${person(id).email},${id === 'MOVES' ? state : 'MN'}`),
      ].join('\n'),
    );
  const moveTo = async (state: string) => {
    await (await readChange(world, partnerId, 'roster', rosterFile(state))).confirm();
    expect(await loadMember('MOVES')).toMatchObject({ state });
  };

  beforeAll(async () => {
    setClock('2026-09-20T16:00:00Z');
    partnerId = await freshPartner();
    await setTerms(partnerId, { launchDate: '2026-07-01' });
    await transact(...facilityChange(null, { ...someFacility('7100'), state: 'NV' }));
    const since = { enrolledOn: '2026-07-05', activatedOn: '2026-07-05', state: 'MN' };
    for (const id of ids)
      await addMembers(partnerId, [{ id, facilityId: '7000' }], { ...since, ...person(id) });
    const lines = [
      ...others.map((count, index) => ({ id: `N${index}`, count })),
      { id: 'MOVES', count: 8 },
      { id: 'TRANSFERRED', count: 3 },
    ].flatMap(({ id, count }) =>
      Array.from({ length: count }, (_, day) => `,${id},,7000,2026-10-${String(day + 1).padStart(2, '0')},`),
    );
    setClock(now);
    const bytes = Buffer.from(['Key Fob,Member ID,Email,Club ID,Date,Time', ...lines].join('\n'));
    const files = { file: { name: 'v.csv', bytes } };
    await runJob((await call(visits.importCheckIns, world.admin, { files })).body.jobId);
    manager = await createUser({ role: 'partnerManager', partnerId });
  }, 120_000);
  beforeEach(() => setClock(now));

  it('excludes a member at a club in such a state from the transfer on, so that a withdrawal changes nothing', async () => {
    const visitsByClub = async () => {
      const of = { params: { partnerId }, query: { periodID: '202610' } };
      return (await call(payments.clubCosts, manager, of)).body.items.map((club: ClubCost) => club.visits);
    };
    const body = { programTypeID: 1, programPaymentTypeID: 1, partnerID: partnerId, usagePeriodID: '202610' };
    await runJob((await call(payments.generateFacilityPayments, world.admin, { body })).body.jobId);
    expect(await visitsByClub()).toEqual([96 + 8 + 3]);
    expect(await total()).toMatchObject({ visits: 96 + 8 + 3 });
    setClock('2026-11-20T17:00:00Z');
    const to = { params: { facilityId: '7100' }, body: ['TRANSFERRED'] };
    expect(await call(members.transfer, world.admin, to)).toMatchObject({ status: 200 });
    const before = await total();
    expect(before).toMatchObject({ visits: 96 + 8, excludesConsents: true });
    const user = await createUser({ memberIds: ['TRANSFERRED'], memberPartnerIds: [partnerId] });
    const { status } = await call(privacy.withdrawHealthConsent, user, {
      body: { memberGuid: 'TRANSFERRED' },
    });
    expect(status).toBe(200);
    expect(await total()).toEqual(before);
    // the visits of the club were counted before
    expect(await visitsByClub()).toEqual([null]);
  });

  it('remains when a file moves the member to another state and back', async () => {
    await moveTo('WA');
    const [before, { mayWithdrawSince }] = await Promise.all([total(), loadMember('MOVES')]);
    expect(before).toMatchObject({ visits: 96 });
    setClock('2026-11-20T18:00:00Z');
    await moveTo('MN');
    expect(await total()).toEqual(before);
    expect(await loadMember('MOVES')).toMatchObject({ mayWithdrawSince });
  });

  it('remains after an erasure', async () => {
    const before = await total();
    await call(employees.deleteEnrollment, world.admin, {
      params: { groupMembershipEnrollmentID: 'MOVES', programPaymentTypeID: 1 },
    });
    setClock('2027-01-20T16:00:00Z');
    await erasePersonNow('MOVES', new Date('2027-01-20T16:00:00Z'));
    const { firstName, state = null } = await loadMember('MOVES');
    expect([firstName, state]).toEqual(['Erased', null]);
    expect((await total()).visits).toBe(before.visits);
  });
});
