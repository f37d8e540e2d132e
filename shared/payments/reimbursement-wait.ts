import { periodOf, type PeriodId } from '../calendar.ts';
import { firstDayOf, type Member } from '../members/member.ts';
import { areFirstDuesCollected } from './dues-collected.ts';
import { isDuesPaidBack, wereDuesSent } from './dues-paid-back.ts';
import {
  byPaycheck,
  memberDues,
  memberReimbursements,
  paymentIdOf,
  pending,
  returned,
  sentExternally,
  type MemberPayment,
  type Payment,
} from './payment.ts';
import { areDuesUncollected, duesIdsOf } from './refund.ts';

/** The dues that a reimbursement waits for: the first ones, or those of its months. */
export type ReimbursementWait = 'first dues' | 'dues of the month';

type PayingMember = Parameters<typeof areFirstDuesCollected>[0];

/** Returns the dues that a reimbursement of months waits for; `dues` are those of the months. */
export function duesWait(
  member: PayingMember | undefined,
  dues: readonly Payment[],
): ReimbursementWait | undefined {
  if (member && !areFirstDuesCollected(member)) return 'first dues';
  return dues.some(areDuesUncollected) ? 'dues of the month' : undefined;
}

/** Returns the ID of the dues of the month in which the enrollment begins; null before it. */
export function firstDuesIdOf(
  member: Pick<Member, 'id' | 'partnerId' | 'startsOn' | 'enrolledOn'>,
  programPaymentTypeId: Payment['programPaymentTypeId'],
): string | null {
  const from = firstDayOf(member);
  const { partnerId, id: memberId } = member;
  const name = { kind: 'member', programPaymentTypeId, paymentTypeId: memberDues } as const;
  return from && paymentIdOf({ ...name, partnerId, memberId, periodId: periodOf(from) });
}

/** A payroll file of the employer: the last month that it contains, and the ISO instant at which it was created. */
interface PayrollFile {
  periodId: PeriodId;
  madeAt: string;
}

/** Returns true for a reimbursement that the employer pays, before or after a payroll file contains it. */
export const isPaycheckReimbursement = (payment: MemberPayment): boolean =>
  payment.memberBillingTypeId === byPaycheck &&
  payment.status === sentExternally &&
  payment.paymentTypeId === memberReimbursements &&
  !isDuesPaidBack(payment);

/** Returns the instants of the payroll files that contain a paycheck reimbursement. */
export const payrollFilesOf = (
  { periodId, statusAt }: Pick<Payment, 'periodId' | 'statusAt'>,
  files: readonly PayrollFile[],
): string[] =>
  files.filter((file) => file.periodId >= periodId && file.madeAt >= statusAt).map(({ madeAt }) => madeAt);

/** Returns true if dues were sent, and neither returned nor reversed yet, at an instant. */
function wereCollectedAt(dues: Payment, at: string): boolean {
  const { attempts, paidAgain, statusAt } = dues;
  if (wereDuesSent(dues) && (attempts.at(-1)?.at ?? statusAt) <= at) return true;
  return attempts.some(
    (attempt) =>
      attempt.at <= at && at < (attempt.returned?.at ?? paidAgain?.replaces.canceledAt ?? statusAt),
  );
}

interface WaitContext {
  member: Member | undefined;
  /** The first dues and those of the payment's months, by ID. */
  dues: ReadonlyMap<string, Payment>;
  /** The employer's payroll files of the year. */
  files: readonly PayrollFile[];
}

/**
 * Returns the dues that a reimbursement waits for; undefined if it can be paid, was paid, or is canceled. A paycheck
 * reimbursement was paid if a payroll file was created while the dues were collected.
 */
export function reimbursementWait(
  payment: MemberPayment,
  { member, dues, files }: WaitContext,
): ReimbursementWait | undefined {
  const isOpen = payment.status === pending || payment.status === returned;
  if (!isPaycheckReimbursement(payment) && !(isOpen && duesIdsOf(payment).length > 0)) return undefined;
  const ofMonths = duesIdsOf(payment).flatMap((id) => dues.get(id) ?? []);
  const wait = duesWait(member, ofMonths);
  if (!wait || isOpen) return wait;
  const first = member && firstDuesIdOf(member, payment.programPaymentTypeId);
  const unpaid = [
    ...ofMonths.filter(areDuesUncollected),
    ...(wait === 'first dues' ? [dues.get(first ?? '')] : []),
  ];
  const paidAt = payrollFilesOf(payment, files);
  const wasPaid = unpaid.every(
    (payable) => payable && paidAt.some((madeAt) => wereCollectedAt(payable, madeAt)),
  );
  return wasPaid ? undefined : wait;
}
