import { addDays, nextPeriod, periodOf, periodStart, type CalendarDate } from '../calendar.ts';
import type { Cents } from '../money.ts';
import { activated, deleted, firstDayOf, waitingToDelete, type Member } from './member.ts';

/**
 * The data that each event requires to decide about the move. Dates are calendar dates in Chicago, amounts are cents.
 */
export interface EventContexts {
  invite: { today: CalendarDate };
  changeEmail: object;
  /** `firstDay` is the first day of the enrollment, the later of signing and launch. */
  enroll: { today: CalendarDate; firstDay: CalendarDate; firstDues: Cents };
  submitFirstDues: object;
  /** Goes before `invalidateAccount` when one return does both. */
  returnFirstDues: object;
  invalidateAccount: { today: CalendarDate };
  replaceAccount: { today: CalendarDate };
  hold: { today: CalendarDate };
  resume: { today: CalendarDate };
  /**
   * `membersPay`: the program's members pay dues. `isCollecting`: first dues are in a bank file or at the bank. `lastDay`:
   * the last day of employment; one before today has no effect.
   */
  leave: {
    today: CalendarDate;
    membersPay: boolean;
    isCollecting: boolean;
    lastDay?: CalendarDate | undefined;
  };
  /** The member ends a membership while its first dues are in a bank file or at the bank; it ends with the month. */
  leaveLater: { today: CalendarDate };
  /** The member uses the right of cancellation, also while first dues are collected. */
  cancel: { today: CalendarDate };
  endMembership: { today: CalendarDate };
}
export type MembershipEvent = keyof EventContexts;

type Dates = Partial<
  Pick<
    Member,
    | 'invitedOn'
    | 'enrolledOn'
    | 'startsOn'
    | 'activatedOn'
    | 'firstDuesReturned'
    | 'holds'
    | 'leavingOn'
    | 'canceledOn'
    | 'accountInvalidatedOn'
  >
>;

/** Returns the dates that follow from an event: `after` has the next status, `before` is unchanged. */
export const datesAfter: {
  [Event in MembershipEvent]: (context: EventContexts[Event], after: Member, before: Member) => Dates;
} = {
  invite: ({ today }) => ({ invitedOn: today }),
  changeEmail: () => ({ invitedOn: null }),
  enroll: ({ today, firstDay }, { invitationStatus }) => ({
    enrolledOn: today,
    startsOn: firstDay,
    activatedOn: invitationStatus === activated ? firstDay : null,
  }),
  submitFirstDues: (_, member) => ({
    activatedOn: member.activatedOn ?? firstDayOf(member),
    ...(member.firstDuesReturned && { firstDuesReturned: false }),
  }),
  // months that were counted stay counted; no further month is earned until the dues are sent again
  returnFirstDues: () => ({ firstDuesReturned: true }),
  invalidateAccount: ({ today }, after) =>
    after.invitationStatus === deleted ? {} : { accountInvalidatedOn: after.accountInvalidatedOn ?? today },
  replaceAccount: () => ({ accountInvalidatedOn: null }),
  hold: ({ today }, _, { holds = [] }) => ({ holds: [...holds, { from: today, to: null }] }),
  resume: ({ today }, _, { holds = [] }) => ({
    holds: holds.map((hold) => ({ ...hold, to: hold.to ?? today })),
  }),
  leave: ({ today, membersPay, lastDay = today }, { invitationStatus }) => ({
    leavingOn:
      invitationStatus !== waitingToDelete
        ? today
        : membersPay
          ? periodStart(nextPeriod(periodOf(lastDay > today ? lastDay : today)))
          : addDays(lastDay, 1),
  }),
  leaveLater: ({ today }) => ({ leavingOn: periodStart(nextPeriod(periodOf(today))) }),
  cancel: ({ today }) => ({ leavingOn: today, canceledOn: today }),
  endMembership: ({ today }, { leavingOn }) => ({ leavingOn: leavingOn ?? today }),
};
