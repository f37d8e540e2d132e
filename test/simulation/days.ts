import { addDays, daysBetween } from '../../shared/calendar.ts';
import {
  changeTerms,
  collectAgain,
  correct,
  decide,
  generateAgain,
  makePayroll,
  readAsManager,
  reviewEntries,
} from './administrators.ts';
import { reverseEntry, sendPrenotes } from './bank-cases.ts';
import type { SimulatedBank } from './bank.ts';
import {
  checkIn,
  decidingDays,
  formerMembers,
  importFacilities,
  lateDay,
  moveFacility,
  withdrawVisit,
} from './facilities.ts';
import { assertGenerated, periodAt } from './generated.ts';
import { assertMembers, assertTurn } from './invariants.ts';
import { replaceKeyFob } from './key-fobs.ts';
import { assertLedger } from './ledger.ts';
import { assertFacilityLists, assertFacilityNames, assertTotals, assertVisitCounts } from './lists.ts';
import { assertEnded, assertStays } from './memberships.ts';
import {
  enroll,
  holdOrResume,
  leave,
  leaveByFile,
  pauseOrResume,
  replaceAccount,
  stopWithdrawal,
  transfer,
} from './members.ts';
import { missingVisits } from './missing-visits.ts';
import { cancelAfterEnd, recordNotice } from './notices.ts';
import { sendDuePayments } from './sending.ts';
import { assertRosterLists } from './roster-counts.ts';
import { sendRosterFile } from './rosters.ts';
import { takeTurns, type Action } from './turns.ts';
import type { EventKind, Options } from './simulate.ts';
import { hire, rehire } from './hiring.ts';
import { enrollDuringImport } from './facilities.ts';
import { voucherActions } from './vouchers.ts';
import { fail } from './violation.ts';
import type { SimulatedMember, World } from './world.ts';

export async function runDay(
  world: World,
  bank: SimulatedBank,
  date: string,
  options: Options,
): Promise<void> {
  const { portal } = world;
  const { random } = portal.cloud;
  if (date.endsWith('-09') || date.endsWith('-01')) await assertGenerated(world, date);
  else await portal.moveTo(`${date}T14:00:00Z`);
  assertTurn(world);
  // faults can delay the nightly run until the next one
  assertEnded(world.observed, addDays(date, -1));
  await bank.deliver(world);
  assertTurn(world);
  await takeTurns(world, actionsOf(world, date, options));
  await portal.moveTo(`${date}T15:30:00Z`);
  const has = (kind: EventKind) => options.events.includes(kind);
  const actions: Action[] = [];
  const visitors = membersAtFacilities(world).filter(() => random() < 0.4);
  for (let times = has('repeats') && random() < 0.1 ? 2 : 1; times > 0; times--)
    actions.push(() => checkIn(world, addDays(date, -1), visitors));
  if (has('late reports') && random() < 0.15) {
    const late = [...visitors.slice(0, 4), ...formerMembers(world).filter(() => random() < 0.2)];
    actions.push(() => checkIn(world, lateDay(world), late));
    for (const member of [...visitors.slice(0, 6), ...formerMembers(world)])
      for (const day of decidingDays(world, member, periodAt(date, random() < 0.5 ? -1 : -2)))
        actions.push(() => checkIn(world, day, [member]));
  }
  // not every day, so that files are also sent late
  if (random() < 0.35) {
    const interferes = has('corrections') && has('decisions');
    actions.push(() => sendDuePayments(world, { interferes }));
    if (has('corrections') && random() < 0.5) actions.push(() => correct(world));
    if (has('decisions') && random() < 0.3) actions.push(() => decide(world));
  }
  if (has('withdrawn visits') && random() < 0.1)
    for (const member of visitors.slice(0, 1)) actions.push(() => withdrawVisit(world, member));
  // until the 9th, a withdrawn visit of the previous month can still decide about its reimbursement
  if (has('withdrawn visits') && date.slice(8) < '09')
    for (const member of visitors.filter(() => random() < 0.1))
      actions.push(() => withdrawVisit(world, member, periodAt(date, -1)));
  if (has('missing visits'))
    actions.push(...missingVisits(world, visitors, periodAt(date, random() < 0.7 ? -1 : -2)));
  await takeTurns(world, actions);
  bank.read(world);
  assertTurn(world);
  assertFacilityNames(world.observed);
  // from the 9th, the previous month is closed and its payments are generated
  if (!date.endsWith('-12')) return;
  const previous = periodAt(date, -1);
  const closed = Array.from({ length: 12 }, (_, index) => periodAt(date, index - 12)).filter(
    (month) => month >= '202601',
  );
  assertMembers(world, previous, closed);
  assertStays(world.observed);
  for (const error of world.bankView.returnProblems()) fail(error);
  await assertTotals(world.observed);
  await assertVisitCounts(world.observed);
  await assertFacilityLists(world.observed);
  await assertRosterLists(world, periodAt(date, 0));
  await assertLedger(world, previous);
}

const membersAtFacilities = ({ members }: World): SimulatedMember[] =>
  members.filter(({ facilityId, leftOn }) => facilityId !== undefined && leftOn === undefined);

/** Rare events are more frequent in a small world, so that it sees each kind in a quarter. */
export const busyness = (members: number): number => Math.max(1, 60 / members);

/** Returns what members, managers, and administrators do on a day. Members in focus do several things at a time. */
function actionsOf(world: World, date: string, { events, members: most }: Options): Action[] {
  const { random } = world.portal.cloud;
  const { members, partners, observed } = world;
  const has = (kind: EventKind) => events.includes(kind);
  const some = (share: number, of = membersAtFacilities(world)) => of.filter(() => random() < share);
  const few = (share: number, of = membersAtFacilities(world)) => some(share * busyness(most), of);
  const actions: Action[] = [];
  const add = (
    of: readonly SimulatedMember[],
    act: (world: World, member: SimulatedMember) => Promise<void>,
  ) => {
    for (const member of of) actions.push(() => act(world, member));
  };
  for (const partner of partners)
    if (members.length < most && random() < 0.15)
      actions.push(() => hire(world, partner, 1 + Math.floor(random() * 3)));
  const invited = members.filter(
    ({ facilityId, leftOn }) => facilityId === undefined && leftOn === undefined,
  );
  const signing = some(0.3, invited);
  const [duringImport, ...others] = signing;
  add(others, enroll);
  if (duringImport)
    actions.push(() =>
      random() < 0.5 ? enrollDuringImport(world, duringImport) : enroll(world, duringImport),
    );
  // a form that is submitted twice
  add(some(0.1, signing), enroll);
  if (has('returning members')) {
    const former = members.filter(
      ({ id, hasReturned }) => !hasReturned && observed.members.get(id)?.invitationStatus === 8,
    );
    add(few(0.02, former), rehire);
  }
  const focus = few(0.01);
  if (has('transfers')) add([...few(0.004), ...focus], transfer);
  if (has('transfers') && random() < 0.03) actions.push(() => moveFacility(world));
  // from the 25th, the dues of the next month are generated and sent
  if (has('leavers')) add(few(date.slice(8) >= '25' ? 0.006 : 0.002), leave);
  if (has('leavers') && random() < 0.1) add(focus, leave);
  if (has('key fobs')) add([...few(0.003), ...focus], replaceKeyFob);
  if (has('new accounts'))
    add(
      [
        ...some(0.2).filter(({ id }) => observed.members.get(id)?.accountInvalidatedOn),
        ...few(0.002).filter(({ partner }) => partner.terms.type !== 1),
      ],
      replaceAccount,
    );
  if (has('holds')) {
    const atFourth = membersAtFacilities(world).filter(({ facilityId }) => facilityId === '8004');
    add([...few(0.02, atFourth), ...focus], holdOrResume);
    const held = membersAtFacilities(world).filter(
      ({ id }) => observed.members.get(id)?.invitationStatus === 7,
    );
    add(some(0.1, held), holdOrResume);
    for (const member of few(0.003)) actions.push(() => stopWithdrawal(world, member, periodAt(date, 1)));
  }
  if (has('corrections') && random() < 0.2) actions.push(() => correct(world));
  if (has('decisions') && random() < 0.1) actions.push(() => decide(world));
  const waiting = membersAtFacilities(world).filter(
    ({ id }) => observed.members.get(id)?.invitationStatus === 3,
  );
  if (has('decisions')) add(some(0.1, waiting), collectAgain);
  if (has('leavers')) add(some(0.03, waiting), leave);
  const recent = membersAtFacilities(world).filter(
    ({ enrolledOn }) => enrolledOn !== undefined && daysBetween(enrolledOn, date) <= 6,
  );
  if (has('leavers')) add(few(0.02, recent), leave);
  const ended = members.filter(
    ({ facilityId, leftOn, isCanceled }) => facilityId !== undefined && leftOn !== undefined && !isCanceled,
  );
  const justEnded = ended.filter(({ enrolledOn = date }) => daysBetween(enrolledOn, date) <= 6);
  if (has('notices')) {
    add(some(0.3, justEnded), cancelAfterEnd);
    add(few(0.003), recordNotice);
    add(few(0.002, ended), recordNotice);
  }
  if (has('holds')) add(few(0.004), pauseOrResume);
  if (random() < 0.3) actions.push(() => reviewEntries(world));
  if (random() < 0.02) actions.push(() => importFacilities(world));
  if (random() < 0.05) actions.push(() => generateAgain(world, periodAt(date, -1)));
  if (random() < 0.2) actions.push(() => readAsManager(world, periodAt(date, 0)));
  if (has('reversals') && random() < 0.04 * busyness(most)) actions.push(() => reverseEntry(world));
  if (has('prenotes') && random() < 0.4) actions.push(() => sendPrenotes(world));
  for (const partner of partners) {
    if (has('changes of terms') && random() < 0.01 * busyness(most))
      actions.push(() => changeTerms(world, partner));
    if (date.endsWith('-20')) actions.push(() => makePayroll(world, partner, periodAt(date, -1)));
  }
  const chosen = partners[Math.floor(random() * partners.length)];
  const leavers = some(0.1).filter(({ partner }) => partner === chosen);
  if (has('leavers files') && random() < 0.03) actions.push(() => leaveByFile(world, leavers));
  for (const partner of partners)
    if (has('roster files') && random() < 0.01 * busyness(most))
      actions.push(() => sendRosterFile(world, partner, members.length < 1.25 * most));
  if (has('vouchers')) actions.push(...voucherActions(world, 0.01 * busyness(most)));
  return actions;
}
