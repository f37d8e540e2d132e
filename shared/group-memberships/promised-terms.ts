import * as z from 'zod';
import { periodName, type PeriodId } from '../calendar.ts';
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

/** What members were promised: the terms whose changes they are told of. */
const promisedFields = [
  'memberDuesAmount',
  'memberReimbursementAmount',
  'numberOfVisitsToReimburse',
] as const;

/** One promised term that changes, and the first month in which it is another. Amounts are cents. */
export const promisedChange = z.object({
  field: z.literal(promisedFields),
  fromPeriod: z.string(),
  before: z.int(),
  after: z.int(),
});
export type PromisedChange = z.output<typeof promisedChange>;

/** The statuses whose members are told of a change: enrolled, and not deleted. */
export const toldStatuses: readonly InvitationStatus[] = [
  enrolledWaitingForPayment,
  activated,
  suspended,
  waitingToDelete,
  onHold,
];

/** True for a member who is told when the terms change. */
export const isTold = (status: InvitationStatus): boolean => toldStatuses.includes(status);

/**
 * What a saved change does to what members were promised, each term with the first month in which it is another. Fees
 * are not promised to members; visits are not where nothing is paid back after the change.
 */
export function promisedChanges(before: GroupMembership, after: GroupMembership): PromisedChange[] {
  const months = [...versionsOf(before), ...versionsOf(after)].map(({ fromPeriod }) => fromPeriod);
  const periods = [...new Set(months)].toSorted();
  return promisedFields.flatMap((field): PromisedChange[] => {
    const differs = (period: PeriodId) => termsFor(before, period)[field] !== termsFor(after, period)[field];
    const fromPeriod = periods.find(differs);
    if (fromPeriod === undefined) return [];
    const terms = termsFor(after, fromPeriod);
    if (field === 'numberOfVisitsToReimburse' && terms.memberReimbursementAmount === 0) return [];
    return [{ field, fromPeriod, before: termsFor(before, fromPeriod)[field], after: terms[field] }];
  });
}

/** The changes that the program still has: one that a later change replaced is told by that one. */
export const changesInForce = (
  program: GroupMembership,
  changes: readonly PromisedChange[],
): PromisedChange[] =>
  changes.filter(({ field, fromPeriod, after }) => termsFor(program, fromPeriod)[field] === after);

/** A change as the member reads it: what is new, from which month, and what it was. */
export function promisedChangeSentence({ field, fromPeriod, before, after }: PromisedChange): string {
  const month = periodName(fromPeriod);
  if (field === 'memberDuesAmount')
    return `Starting with ${month}, your monthly dues are ${showMoney(after)}. Until then they are ${showMoney(before)}.`;
  if (field === 'memberReimbursementAmount') {
    const is =
      after === 0 ? 'there is no reimbursement' : `your monthly reimbursement is ${showMoney(after)}`;
    const was = before === 0 ? 'there is none' : `it is ${showMoney(before)} a month`;
    return `Starting with visits in ${month}, ${is}. Until then ${was}.`;
  }
  const was = before === 0 ? '' : ` Until then you need ${before}.`;
  return `Starting with ${month}, you earn the reimbursement with ${visits(after)} in a month.${was}`;
}

const visits = (number: number): string => (number === 1 ? '1 visit' : `${number} visits`);

/** How many members are told, for the person who saved the change; empty when nobody is. */
export const membersTold = (members: number): string =>
  members === 0
    ? ''
    : members === 1
      ? '1 member is told by email.'
      : `${members.toLocaleString('en-US')} members are told by email.`;
