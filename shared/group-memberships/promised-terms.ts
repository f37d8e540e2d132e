import * as z from 'zod';
import { periodName, previousPeriod, type PeriodId } from '../calendar.ts';
import {
  activated,
  enrolledWaitingForPayment,
  onHold,
  suspended,
  waitingToDelete,
  type InvitationStatus,
} from '../members/member.ts';
import { showMoney } from '../money.ts';
import type { GroupMembership } from './group-membership.ts';
import { termsFor, versionsOf } from './terms-versions.ts';

/** Settings promised to members, who are notified of changes. */
const promisedFields = [
  'memberDuesAmount',
  'memberReimbursementAmount',
  'numberOfVisitsToReimburse',
] as const;

/** Change of a promised setting with its first month. Amounts are in cents. */
export const promisedChange = z.object({
  field: z.literal(promisedFields),
  fromPeriod: z.string(),
  before: z.int(),
  after: z.int(),
});
export type PromisedChange = z.output<typeof promisedChange>;

/** Statuses of enrolled members that are not deleted. */
export const notifiedStatuses: readonly InvitationStatus[] = [
  enrolledWaitingForPayment,
  activated,
  suspended,
  waitingToDelete,
  onHold,
];

export const isNotified = (status: InvitationStatus): boolean => notifiedStatuses.includes(status);

/**
 * Returns the changes of promised settings, each with its first month. Fees are not promised to members, and required
 * visits do not matter if there is no reimbursement after the change.
 */
export function promisedChanges(before: GroupMembership, after: GroupMembership): PromisedChange[] {
  const months = [...versionsOf(before), ...versionsOf(after)].map(({ fromPeriod }) => fromPeriod);
  const periods = [...new Set(months)].toSorted();
  return promisedFields.flatMap((field): PromisedChange[] => {
    const differs = (period: PeriodId) => termsFor(before, period)[field] !== termsFor(after, period)[field];
    const fromPeriod = periods.find(differs);
    if (fromPeriod === undefined) return [];
    return changeOf(field, fromPeriod, termsFor(before, fromPeriod), termsFor(after, fromPeriod));
  });
}

const changeOf = (
  field: (typeof promisedFields)[number],
  fromPeriod: PeriodId,
  before: GroupMembership,
  after: GroupMembership,
): PromisedChange[] =>
  before[field] === after[field] ||
  (field === 'numberOfVisitsToReimburse' && after.memberReimbursementAmount === 0)
    ? []
    : [{ field, fromPeriod, before: before[field], after: after[field] }];

/** Returns the saved changes of months after `current`. */
export const comingChanges = (program: GroupMembership, current: PeriodId): PromisedChange[] =>
  [...new Set(versionsOf(program).map(({ fromPeriod }) => fromPeriod))]
    .filter((period) => period > current)
    .toSorted()
    .flatMap((period) => {
      const [before, after] = [termsFor(program, previousPeriod(period)), termsFor(program, period)];
      return promisedFields.flatMap((field) => changeOf(field, period, before, after));
    });

/** Returns the changes that still apply; a replaced change is covered by its replacement. */
export const changesInForce = (
  program: GroupMembership,
  changes: readonly PromisedChange[],
): PromisedChange[] =>
  changes.filter(({ field, fromPeriod, after }) => termsFor(program, fromPeriod)[field] === after);

/** Formats a change for members: the new value, its first month, and the old value. */
export function formatPromisedChange({ field, fromPeriod, before, after }: PromisedChange): string {
  const month = periodName(fromPeriod);
  if (field === 'memberDuesAmount')
    return `Starting with ${month}, your monthly dues are ${showMoney(after)}. Until then they are ${showMoney(before)}.`;
  if (field === 'memberReimbursementAmount') {
    const is =
      after === 0 ? 'there is no reimbursement' : `your monthly reimbursement is ${showMoney(after)}`;
    const was = before === 0 ? 'there is none' : `it is ${showMoney(before)} per month`;
    return `Starting with visits in ${month}, ${is}. Until then ${was}.`;
  }
  const was = before === 0 ? '' : ` Until then you need ${before}.`;
  return `Starting with ${month}, you earn the reimbursement with ${visits(after)} per month.${was}`;
}

const visits = (number: number): string => (number === 1 ? '1 visit' : `${number} visits`);

/** Returns how many members are notified; empty if there are none. */
export const notifiedMembersText = (members: number): string =>
  members === 0
    ? ''
    : members === 1
      ? '1 member will be notified by email.'
      : `${members.toLocaleString('en-US')} members will be notified by email.`;
