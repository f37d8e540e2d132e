import type { Partner } from '../../../shared/partners/partner.ts';
import { duePayment } from '../../../shared/payments/due-payment.ts';
import {
  memberReimbursements,
  partnerReimbursements,
  sentExternally,
  type MemberPayment,
  type PartnerPayment,
} from '../../../shared/payments/payment.ts';
import { noFees } from '../../../shared/payments/partner-payment.ts';
import { areFirstDuesCollected } from '../../../shared/payments/dues-collected.ts';
import { isReplaceable, isWaitingPaycheck, regenerated } from '../../../shared/payments/regeneration.ts';
import { isPaycheckReimbursement } from '../../../shared/payments/reimbursement-wait.ts';
import { isVisitAdjustment } from '../../../shared/payments/visit-adjustment.ts';
import { loadMembers, unchangedMember } from '../../members/store.ts';
import { transact } from '../../table/transact.ts';
import type { Change } from '../../table/write.ts';
import { pagesOfPayments } from '../lists/payment-list-store.ts';
import { loadReimbursementWaits } from '../payroll/reimbursement-waits.ts';
import { decisionChanges } from '../statuses/decide.ts';
import { loadPayments, paymentChange } from '../store.ts';
import type { GenerationInput } from './generation.ts';

export interface PaycheckSum {
  members: number;
  amount: number;
}

/** Returns the paycheck part of reimbursements, in cents. */
export const paycheckSum = (payments: readonly MemberPayment[], before?: PaycheckSum): PaycheckSum =>
  payments
    .filter(isPaycheckReimbursement)
    .reduce(
      ({ members, amount }, payment) => ({ members: members + 1, amount: amount + payment.amountToBeSent }),
      before ?? { members: 0, amount: 0 },
    );

/** Returns the summary of what a partner pays by employee paycheck for a month (payment type 8). */
export function paycheckSummary(
  partner: Partner,
  input: GenerationInput,
  { members, amount }: PaycheckSum,
  generationId: string,
  now: Date,
): PartnerPayment {
  const ofType = { ...input, paymentTypeId: partnerReimbursements };
  const what = `${members} ${members === 1 ? 'reimbursement' : 'reimbursements'} by employee paycheck`;
  const context = { partner: { partner, groupMembership: undefined }, input: ofType, generationId, now };
  return duePayment<PartnerPayment>(context, {
    ...noFees,
    kind: 'partner',
    numberOfMembersWhoWillBePaid: members,
    duesPaidForOneMember: 0,
    monthlyInstallment: 0,
    adminFee: 0,
    totalPayment: amount,
    partnerBillingTypeId: partner.partnerBillingTypeId,
    payeeToken: null,
    status: sentExternally,
    reason: { rule: 'paycheck summary 1', steps: [{ what, amount }] },
  });
}

export const paycheckLimits = { inStep: 5_000 };
const pageSize = 1_000;

/** The sum so far. Payments after `after` are not included yet; null when complete. */
export interface PaycheckProgress extends PaycheckSum {
  after: string | null;
  isWhole: boolean;
}

/** Adds the next reimbursements of a partner's month. Other payment types have no paycheck sum. */
export async function addPaychecks(
  input: GenerationInput,
  partnerId: string,
  before: PaycheckProgress,
  now: Date,
): Promise<PaycheckProgress> {
  if (input.paymentTypeId !== memberReimbursements) return { ...before, isWhole: true };
  let sum: PaycheckSum = before;
  let read = 0;
  const reading = { after: before.after, pageSize: Math.min(pageSize, paycheckLimits.inStep) };
  const pages = pagesOfPayments('member', { ...input, partnerId }, reading);
  for await (const { rows, cursor } of pages) {
    const released = await withReleased(rows, now);
    const waits = await loadReimbursementWaits(released.filter(isPaycheckReimbursement));
    sum = paycheckSum(
      released.filter(({ id }) => !waits.has(id)),
      sum,
    );
    read += rows.length;
    if (cursor !== null && read >= paycheckLimits.inStep) return { ...sum, after: cursor, isWhole: false };
  }
  return { members: sum.members, amount: sum.amount, after: null, isWhole: true };
}

/**
 * Returns the payments after the release of adjustments for late visits that waited for first dues, which are collected
 * since. Generations release other reimbursements themselves.
 */
async function withReleased(rows: readonly MemberPayment[], now: Date): Promise<MemberPayment[]> {
  const waiting = rows.filter((row) => isVisitAdjustment(row) && isWaitingPaycheck(row));
  if (waiting.length === 0) return [...rows];
  const loaded = await loadMembers([...new Set(waiting.map(({ memberId }) => memberId))], {
    consistent: true,
  });
  const members = new Map(loaded.map((member) => [member.id, member]));
  const released = new Map<string, MemberPayment>();
  for (const payment of waiting) {
    const member = members.get(payment.memberId);
    if (!member || !areFirstDuesCollected(member)) continue;
    const decided = { decision: 'markSentExternally', reason: firstDuesArrived, who: 'generation' } as const;
    await transact(...decisionChanges(payment, decided, now), unchangedMember(member));
    released.set(payment.id, { ...payment, status: sentExternally });
  }
  return rows.map((row) => released.get(row.id) ?? row);
}

const firstDuesArrived = 'The first dues were collected, so the employer pays this with the paycheck.';

/**
 * Returns the writes that update the summary once the partner's reimbursements of the month are complete; none for other
 * payment types.
 */
export async function paycheckSummaryChanges(
  partner: Partner,
  input: GenerationInput,
  sum: PaycheckSum,
  generationId: string,
  now: Date,
): Promise<Change[]> {
  if (input.paymentTypeId !== memberReimbursements) return [];
  const due = paycheckSummary(partner, input, sum, generationId, now);
  const [existing] = await loadPayments([due.id]);
  if (sum.members === 0) return existing && isReplaceable(existing) ? paymentChange(existing, null) : [];
  const outcome = regenerated(existing, due);
  return outcome.what === 'kept' ? [] : paymentChange(existing ?? null, outcome.after);
}
