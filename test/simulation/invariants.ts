import { dateInChicago } from '../../shared/calendar.ts';
import type { Member } from '../../shared/members/member.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import {
  countedMonths,
  duesOf,
  isHeldByBank,
  reimbursementOf,
  type ModelMember,
  type ShareFacts,
} from './model.ts';
import { recordEnds } from './members.ts';
import { assertActivations } from './memberships.ts';
import { fail } from './violation.ts';
import { termsIn } from './programs.ts';
import type { SimulatedMember, SimulatedPartner, World } from './world.ts';

/** Asserts what must hold whenever the actors have done something. */
export function assertTurn(world: World): void {
  const { portal, observed, agreement, bankView } = world;
  const [first] = observed.violations;
  if (first !== undefined) fail(first);
  // jobs with a lost message are woken within a day
  const dayAgo = new Date(portal.cloud.now.getTime() - 86_400_000).toISOString();
  for (const { id, kind, status, message, updatedAt } of observed.jobs.values())
    if (status === 'failed' || (status === 'running' && updatedAt < dayAgo))
      fail(`job ${kind} ${id} is ${status}: ${message}`);
  for (const error of agreement.problems()) fail(error);
  for (const error of bankView.problems()) fail(error);
  assertActivations(world);
  recordEnds(world);
  const [leak] = portal.leaks;
  if (leak !== undefined) fail(leak);
  observed.changed.clear();
}

/** Asserts that members' dues of a month and all their reimbursements equal those of the model. */
export function assertMembers(world: World, month: string, closedMonths: readonly string[]): void {
  for (const simulated of world.members) {
    const facts = modelOf(world, simulated);
    if (!facts || simulated.partner.terms.type === 1) continue;
    const described = `of ${simulated.email} ${JSON.stringify(factsFor(world, simulated, facts))}`;
    assertDues(world, simulated, facts, month, described);
    const amounts = closedMonths.map((of) => reimbursementOf(facts, termsIn(simulated.partner, of), of));
    const expected = amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0);
    const paid = reimbursementsOf(world, simulated, facts.leftUnpaid || facts.isCanceled === true);
    if (paid < expected || paid > expected + simulated.unrecovered)
      fail(`reimbursements until ${month} are ${paid}, not ${expected}, ${described}`);
  }
}

/**
 * Returns the sum in cents; for members who left unpaid, of open payments only: what was paid before the first dues came
 * back stays paid, and the bank's view checks each payment when it is sent.
 */
function reimbursementsOf(world: World, simulated: SimulatedMember, leftUnpaid: boolean): number {
  const { id, partner } = simulated;
  const start = `M-${partner.terms.type}-7-${partner.id}-${id}-`;
  let sum = 0;
  for (const payment of world.observed.payments.values()) {
    const { status, totalPayment } = payment;
    if (!payment.id.startsWith(start) || payment.id.endsWith('-dues')) continue;
    if (!leftUnpaid || status === 0) sum += totalPayment;
  }
  return sum;
}

function assertDues(
  world: World,
  simulated: SimulatedMember,
  facts: ModelMember,
  month: string,
  described: string,
): void {
  const { partner, id } = simulated;
  const { payments } = world.observed;
  const idOf = (type: number) => `M-${partner.terms.type}-${type}-${partner.id}-${id}-${month}`;
  const payment = payments.get(idOf(6));
  const dues = payment?.totalPayment;
  const owed = duesOf({ ...facts, leftUnpaid: false }, termsIn(partner, month), month);
  const expected = facts.leftUnpaid ? undefined : owed;
  // dues that the member stopped, or that were settled otherwise, keep their amount when the terms change
  const isDecided = payment?.status === 4 || payment?.status === 6;
  const earlier = isDecided ? duesOf(facts, termsIn({ ...partner, changes: [] }, month), month) : expected;
  if (payment && facts.leftUnpaid && owed !== undefined) assertUnowed(world, simulated, payment);
  else if (expected === undefined && dues !== undefined)
    assertRefunded(payments, idOf(6), idOf(7), facts.isCanceled || simulated.isCorrected);
  else if (dues !== expected && dues !== earlier)
    fail(`dues for ${month} are ${dues}, not ${expected}, ${described}`);
}

/**
 * Asserts that dues of a member who left before the first dues were collected came back, are decided, or are refunded
 * because they were collected before the first dues came back.
 */
function assertUnowed(world: World, simulated: SimulatedMember, { id, status }: Payment): void {
  if (status === 3 || status === 4 || status === 6) return;
  const back = world.bankView.firstDuesBackAt(simulated);
  const [entry] = world.bankView.entriesOf(id).slice(-1);
  if (!back || !entry || entry.startedAt > back)
    fail(`${id} in status ${status} is owed by no member whose first dues came back at ${back}`);
  const refund = world.observed.payments.get(`${id.replace('-6-', '-7-')}-dues`);
  if (refund?.totalPayment !== entry.amount)
    fail(`${id} in status ${status} is not refunded after the first dues came back at ${back}`);
}

/** Asserts that dues of a month without membership were sent before the member left, and are refunded unless they came back. */
function assertRefunded(
  payments: ReadonlyMap<string, Payment>,
  duesId: string,
  reimbursementId: string,
  isCanceled = false,
): void {
  const dues = payments.get(duesId);
  const refund = payments.get(`${reimbursementId}-dues`);
  if (!dues) return;
  // an administrator canceled it, or it was paid outside of the portal
  const isDecided = dues.status === 4 || dues.status === 6;
  if (dues.attempts.length === 0 && isDecided) return;
  if (dues.attempts.length === 0) fail(`${duesId} is owed by no member and was never sent`);
  // dues that were returned and then paid outside of the portal are collected, so a cancellation refunds them
  const isExternal = dues.status === 6;
  const cameBack = dues.status === 3 || dues.status === 4;
  if (!cameBack && !isExternal && refund?.totalPayment !== dues.attempts.at(-1)?.amount)
    fail(`${duesId} in status ${dues.status} is not refunded: ${refund?.totalPayment}`);
  // the law limits the days to the refund of a canceled membership, and a bank can return dues for sixty
  const backAt = dues.attempts.at(-1)?.returned?.at ?? '';
  const isLate = isCanceled && (refund?.attempts.at(-1)?.at ?? '9') < backAt;
  if (cameBack && refund && isHeldByBank(refund.status) && !isLate)
    fail(`${refund.id} is paid although ${duesId} came back`);
  if (isExternal && refund && isHeldByBank(refund.status)) {
    const isEarly = (refund.attempts.at(-1)?.at ?? '') < dues.statusAt;
    if (isEarly) fail(`${refund.id} was paid before ${duesId} was paid outside of the portal`);
    if (!isCanceled) fail(`${refund.id} repays dues that were paid outside of the portal`);
  }
}

/** Payments of one kind and type for months: a fixed fee in cents per month, and an amount per member and month. */
export interface Shares {
  kind: 'facility' | 'partner';
  type: number;
  months: readonly string[];
  fee: number;
  perMember: boolean;
}

/**
 * Counts a partner's members as a generation does that runs now. Returns the assertion that the payments of one type then
 * contain the fee of each month, and each member once per month.
 */
export function sharesExpected(
  world: World,
  partner: SimulatedPartner,
  { kind, type, months, fee, perMember }: Shares,
): () => void {
  const facts = world.members.flatMap((simulated): ShareFacts[] => {
    const member = world.observed.members.get(simulated.id);
    const isCounted = member && simulated.partner.id === partner.id && simulated.enrolledOn !== undefined;
    return isCounted ? [shareFactsOf(world, simulated, member)] : [];
  });
  const byHand = kind === 'facility' ? partner.generatedByHand : new Set<string>();
  const counted = (partner.counted[`${kind} ${type}`] ??= new Map());
  const unsettled = (partner.unsettled[`${kind} ${type}`] ??= new Set());
  const uncertain = perMember ? countedMonths(facts, months, counted, byHand, unsettled) : new Set<string>();
  const amountOf = (memberMonths: number) => memberMonths * partner.terms.share * 100 + fee * months.length;
  const isCertain = (key: string) => !uncertain.has(key) && !partner.deducted.has(key);
  const least = amountOf([...counted.keys()].filter(isCertain).length);
  const most = amountOf(new Set([...counted.keys(), ...uncertain]).size);
  return () => {
    if (kind === 'facility' && uncertain.size === 0 && partner.deducted.size === 0)
      assertFacilityShares(world, partner, facts, counted);
    let paid = 0;
    for (const payment of world.observed.payments.values())
      if (payment.kind === kind && payment.paymentTypeId === type && payment.partnerId === partner.id)
        paid += payment.totalPayment;
    if (paid >= least && paid <= most) return;
    fail(`${kind} payments ${type} of ${partner.id} are ${paid}, not ${least} to ${most}`);
  };
}

/** Asserts that each club gets the shares of the members who were there on their last day of each month. */
function assertFacilityShares(
  { observed: { payments }, facilityIds }: World,
  { id, terms }: SimulatedPartner,
  facts: readonly ShareFacts[],
  counted: ReadonlyMap<string, string>,
): void {
  // which of two memberships of a person counts is not specified
  if (new Set(facts.map(({ person }) => person)).size < facts.length) return;
  for (const facilityId of facilityIds) {
    const expected =
      [...counted.values()].filter((facility) => facility === facilityId).length * terms.share * 100;
    let paid = 0;
    for (const payment of payments.values())
      if (payment.kind === 'facility' && payment.partnerId === id && payment.facilityId === facilityId)
        paid += payment.totalPayment;
    if (paid !== expected) fail(`club ${facilityId} receives ${paid} of ${id}, not ${expected}`);
  }
}

const shareFactsOf = (world: World, simulated: SimulatedMember, member: Member): ShareFacts => ({
  stays: world.observed.staysOf(member.id),
  person: simulated.email,
  wasActivated: !simulated.isCanceled && world.bankView.wasActivated(simulated),
  from: simulated.enrolledOn ?? '',
  to: simulated.endsOn ?? null,
  firstDues: world.bankView.firstDues(simulated),
  away: [...(member.holds ?? []), ...(member.suspensions ?? [])],
});

const factsFor = (
  { observed, bankView }: World,
  simulated: SimulatedMember,
  { leftUnpaid, from, to }: ModelMember,
) => {
  const { id, visitDays, holds, endsAt } = simulated;
  const { invitationStatus, activatedOn, leavingOn } = observed.members.get(id) ?? {};
  const record = { invitationStatus, activatedOn, leavingOn };
  const firstDues = bankView.firstDues(simulated);
  return { id, from, to, endsAt, leftUnpaid, firstDues, visits: visitDays.size, holds, record };
};

/** Returns the facts of a member as the actors and the bank know them; undefined if the last day can have changed them. */
function modelOf({ observed, bankView, portal }: World, simulated: SimulatedMember): ModelMember | undefined {
  const { enrolledOn, leftOn, endsOn, visitDays, holds } = simulated;
  if (!enrolledOn) return undefined;
  const leavingOn = observed.members.get(simulated.id)?.leavingOn ?? null;
  // a membership ends immediately or on the first of the next month; which one depends on its status at that moment
  if (leavingOn !== null && leftOn !== undefined && leavingOn !== endsOn)
    fail(`${simulated.email} leaves on ${leavingOn}, not on ${endsOn}`);
  const firstDues = leftOn === undefined ? 'collected' : bankView.firstDues(simulated);
  if (firstDues === 'unknown') return undefined;
  // payments wait until the membership ends, because the first dues can be collected again
  const today = dateInChicago(portal.cloud.now);
  if (firstDues === 'open' && endsOn === today) return undefined;
  const { isCanceled } = simulated;
  const leftUnpaid = !isCanceled && firstDues === 'open' && endsOn !== undefined && endsOn < today;
  const { holds: paused = [], suspensions = [] } = observed.members.get(simulated.id) ?? {};
  const away = [...paused, ...suspensions];
  return { from: enrolledOn, to: endsOn, leftUnpaid, isCanceled, visitDays, holds, away };
}
