import { newId } from '../../functions/platform/time-and-chance.ts';
import * as fc from 'fast-check';
import { loadBankAccount } from '../../functions/bank-accounts/account-read-store.ts';
import { enrollmentsOf } from '../../functions/members/enrollments-store.ts';
import { loadFacilities, loadFacility } from '../../functions/facilities/store.ts';
import { groupMembershipChange } from '../../functions/group-memberships/store.ts';
import { runJobSteps } from '../../functions/jobs/kinds/job-runner.ts';
import { beginTransfer } from '../../functions/members/begin-transfer.ts';
import { pageOfMembers } from '../../functions/members/member-row-store.ts';
import { loadMembers } from '../../functions/members/store.ts';
import { partnerChange } from '../../functions/partners/store.ts';
import { loadPayments } from '../../functions/payments/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { s3 } from '../../functions/platform/files.ts';
import { keys } from '../../functions/table/keys.ts';
import { eachItem } from '../../functions/table/table.ts';
import { transact } from '../../functions/table/transact.ts';
import type { User } from '../../functions/users/user.ts';
import { nextPeriod } from '../../shared/calendar.ts';
import type { Enrollment } from '../../shared/enrollment/enrollment.ts';
import { facilities } from '../../shared/contracts/facilities.ts';
import { members as endpoints } from '../../shared/contracts/members.ts';
import type { Member } from '../../shared/members/member.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { addClubs, addMembers } from '../payments/facilities.ts';
import { call } from '../support/call.ts';
import { setClock } from '../support/clock.ts';
import { letWorkersDie, mortal } from '../support/faults.ts';
import { afterClaims, allRunningJobs } from '../support/jobs.ts';
import { someGroupMembership, somePartner } from '../support/world.ts';

// Random histories of transfers and facility imports by concurrent administrators and workers that fail at a write,
// across the end of a month. Invariants: each member is at one club on each day, the club of the month's last day is
// paid once for each member, and each club exists once, as in the last file.

const immortal = 1_000_000;
const dieAt = fc.oneof(fc.integer({ min: 1, max: 7 }), fc.constant(immortal));
const act = fc.oneof(
  fc.record({
    what: fc.constant('transfer' as const),
    who: fc.integer({ min: 1, max: 7 }),
    to: fc.nat(2),
    asJob: fc.boolean(),
    dieAt,
  }),
  fc.record({ what: fc.constant('import' as const), name: fc.nat(2), which: fc.nat(1), dieAt }),
  fc.record({
    what: fc.constant('work' as const),
    workers: fc.array(dieAt, { minLength: 1, maxLength: 2 }),
  }),
  fc.record({ what: fc.constant('generate' as const), dieAt: fc.integer({ min: 1, max: 5 }) }),
);
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;

export const movesOf = (mostWithin: number, mostAfterwards: number) =>
  fc.tuple(
    fc.array(act, { minLength: 1, maxLength: mostWithin }),
    fc.array(act, { minLength: 1, maxLength: mostAfterwards }),
    fc.constantFrom('before' as const, 'after' as const),
  );

const dues = 20_00;
const historiesOfPartner = 25;

const must = (holds: boolean, sentence: string): void => {
  if (!holds) throw new Error(sentence);
};

export const prepareMoves = (): void => letWorkersDie([s3]);

let histories = 0;
let clubs: string[] = [];
let partnerId = '';
let memberIds: string[] = [];
let month = '203001';

async function newPartner(): Promise<void> {
  partnerId = `7${histories}`;
  clubs = [0, 1, 2].map((place) => String(60_000 + histories + place));
  await addClubs(clubs);
  memberIds = clubs.map((_, index) => `R${histories}M${index}`);
  await transact(
    ...partnerChange(null, somePartner(partnerId)),
    ...groupMembershipChange(
      null,
      someGroupMembership(partnerId, { duesForOneMemberPerMonthPaidToFacility: dues }),
    ),
  );
  for (const [index, id] of memberIds.entries()) {
    const { id: facilityId, name: facilityName } = await loadFacility(clubs[index] ?? '');
    await addMembers(partnerId, [{ id, facilityId }], { facilityName });
  }
}

/** Runs one history; throws if a member, a cent, or a club is lost or duplicated. */
export async function liveThroughMoves(
  admin: User,
  [within, afterwards, when]: readonly [readonly Act[], readonly Act[], 'before' | 'after'],
): Promise<void> {
  if (histories % historiesOfPartner === 0) await newPartner();
  histories += 1;
  month = nextPeriod(month);
  const newClub = String(20_000 + histories);
  const doAct = async (record: Act): Promise<unknown> => {
    if (record.what === 'transfer') return mortal(record.dieAt, when, () => transfer(admin, record));
    if (record.what === 'import')
      return mortal(record.dieAt, when, () => importClubs(admin, newClub, record));
    if (record.what === 'generate') return mortal(record.dieAt, when, () => generate(admin));
    return workOnJobs(record.workers, when);
  };
  // later than what came after the month before
  for (const [index, item] of within.entries()) {
    setClock(`${month.slice(0, 4)}-${month.slice(4)}-1${index + 2}T16:00:00Z`);
    await doAct(item);
  }
  const atTheEnd = await loadMembers(memberIds);
  const next = nextPeriod(month);
  setClock(`${next.slice(0, 4)}-${next.slice(4)}-10T16:00:00Z`);
  for (const afterward of afterwards) await doAct(afterward);
  await finishJobs();
  const isImported = [...within, ...afterwards].some(({ what }) => what === 'import');
  if (isImported) await importClubs(admin, newClub, { name: 1, which: 0 });
  await generate(admin);
  await finishJobs();
  const members = await loadMembers(memberIds);
  await mustBeSomewhereOnce(members);
  await mustBeListedOnce(members);
  await mustBePaidOnce(atTheEnd);
  if (isImported) await mustBeAsImported(newClub, 1);
}

async function transfer(
  admin: User,
  { who, to, asJob }: { who: number; to: number; asJob: boolean },
): Promise<void> {
  const ids = memberIds.filter((_, index) => (who & (1 << index)) !== 0);
  const facilityId = clubs[to] ?? '';
  if (!asJob) return void (await call(endpoints.transfer, admin, { params: { facilityId }, body: ids }));
  jobs += 1;
  const request = { jobId: `moves-${jobs}`, to: await loadFacility(facilityId), now: now(), newId };
  await beginTransfer({ ...request, caller: { userId: admin.id } }, ids);
  await runJobSteps(request.jobId, () => Infinity);
}
let jobs = 0;

const nameOf = (name: number): string => `Pier ${name}`;
const accountOf = (name: number): string => `5550${name}`;
const header =
  'Facility ID,Name,Address,City,State,ZIP,AF Number,Latitude,Longitude,Routing Number,Account Number,Account Type';
const rowOf = (id: string, name: number): string =>
  `${id},${nameOf(name)},1 A Street,Duluth,MN,55802,${id},46.78,-92.1,091000019,${accountOf(name)},Checking`;

/** Imports the new club and one that members are at, under the name and with the account of a number. */
async function importClubs(
  admin: User,
  newClub: string,
  { name, which }: { name: number; which: number },
): Promise<void> {
  const bytes = Buffer.from([header, rowOf(newClub, name), rowOf(clubs[which] ?? '', name)].join('\n'));
  const { body } = await call(facilities.importClubs, admin, {
    files: { file: { name: 'clubs.csv', bytes } },
  });
  if (body?.jobId) await runJobSteps(body.jobId, () => Infinity);
}

async function generate(admin: User): Promise<void> {
  const { body } = await call(payments.generateFacilityPayments, admin, {
    body: {
      programTypeID: 1,
      programPaymentTypeID: 1,
      partnerID: partnerId,
      usagePeriodID: month,
      paymentTypeID: 3,
    },
  });
  if (body?.jobId) await runJobSteps(body.jobId, () => Infinity);
}

async function workOnJobs(workers: readonly number[], when: 'before' | 'after'): Promise<void> {
  const running = await allRunningJobs();
  await Promise.all(
    workers.map((n) =>
      mortal(n, when, async () => {
        for (const { id } of running) await runJobSteps(id, () => Infinity);
      }),
    ),
  );
}

async function finishJobs(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) {
    const running = await allRunningJobs();
    if (running.length === 0) return;
    if (turn > 0) afterClaims();
    for (const { id } of running) await runJobSteps(id, () => Infinity);
  }
  throw new Error('a job does not end');
}

/** Each member has one stay on each day since the first, the last of them open at the club that is shown. */
async function mustBeSomewhereOnce(members: readonly Member[]): Promise<void> {
  const stays: Enrollment[] = [];
  for await (const stay of enrollmentsOf(partnerId)) stays.push(stay);
  for (const member of members) {
    const own = stays
      .filter(({ memberId, from, to }) => memberId === member.id && from !== to)
      .toSorted((left, other) => left.from.localeCompare(other.from));
    const said = own.map(({ facilityId, from, to }) => `${facilityId} ${from} to ${to}`).join(', ');
    must(own[0]?.from === '2026-09-05', `the first day of ${member.id} is lost: ${said}`);
    must(
      own.every(({ to }, index) => to === (own[index + 1]?.from ?? null)),
      `${member.id} is nowhere on a day, or at two clubs: ${said}`,
    );
    must(own.at(-1)?.facilityId === member.facilityId, `${member.id} shows another club than: ${said}`);
    let at = clubs[memberIds.indexOf(member.id)];
    for await (const { name, before, after } of eachItem(keys.audit(`member ${member.id}`, '', '').pk)) {
      if (name !== 'member transferred') continue;
      const [from, to] = [before, after].map((item) => (item as { facilityId: string }).facilityId);
      must(from === at, `${member.id} left ${from}, and was at ${at}`);
      at = to;
    }
    must(at === member.facilityId, `the audit of ${member.id} ends at ${at}, not at ${member.facilityId}`);
  }
}

async function mustBeListedOnce(members: readonly Member[]): Promise<void> {
  for (const { id: facilityId, name } of await loadFacilities(clubs)) {
    const { items, totalCount } = await pageOfMembers(facilityId, { pageSize: 100 });
    const listed = items.flatMap(({ memberId }) => (memberIds.includes(memberId) ? [memberId] : []));
    const there = members.filter((member) => member.facilityId === facilityId).map(({ id }) => id);
    must(
      listed.toSorted().join() === there.toSorted().join(),
      `the list of ${facilityId} has ${listed.join()}, and there are ${there.join()}`,
    );
    must(totalCount === items.length, `${facilityId} has ${items.length} members and counts ${totalCount}`);
    must(
      items.every(({ facilityName }) => facilityName === name),
      `members of ${name} show another name`,
    );
  }
}

async function mustBePaidOnce(atTheEnd: readonly Member[]): Promise<void> {
  const paid = await loadPayments(clubs.map((club) => `F-1-3-${partnerId}-${club}-${month}`));
  const due = (club: string) => atTheEnd.filter(({ facilityId }) => facilityId === club).length * dues;
  const of = (club: string) => paid.find(({ id }) => id.includes(`-${club}-`))?.totalPayment ?? 0;
  for (const club of clubs)
    must(of(club) === due(club), `club ${club} gets ${of(club)} cents for ${month}, not ${due(club)}`);
}

async function mustBeAsImported(newClub: string, name: number): Promise<void> {
  let added = 0;
  for await (const event of eachItem(keys.audit(`facility ${newClub}`, '', '').pk))
    if (event.name === 'facility added') added += 1;
  must(added === 1, `club ${newClub} was added ${added} times`);
  for (const id of [newClub, clubs[0] ?? '']) {
    const club = await loadFacility(id);
    must(club.name === nameOf(name), `club ${id} is ${club.name}`);
    const account = await loadBankAccount(club.payeeToken ?? '');
    must(
      account?.lastFour === accountOf(name).slice(-4),
      `club ${id} has the account xxxxx${account?.lastFour}`,
    );
  }
}
