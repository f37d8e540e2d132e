import { addDays, nextPeriod, periodOf, periodStart, type CalendarDate } from '../calendar.ts';
import type { Cents } from '../money.ts';
import {
  activated,
  deleted,
  firstDayOf,
  waitingToDelete,
  type Member,
  suspended,
  enrolledWaitingForPayment,
  invited,
  onHold,
  waitingToInvite,
  type InvitationStatus,
} from './member.ts';
import { Refusal } from '../refusal.ts';

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
  /** The member uses the right of cancellation, also while first dues are collected and after another end. */
  cancel: { today: CalendarDate };
  /**
   * A notice of an earlier day ends the membership on `leavingOn`, also one that ended later. `isUnpaid`: the first dues were
   * not collected on the day of the notice.
   */
  endEarlier: { today: CalendarDate; noticeOn: CalendarDate; leavingOn: CalendarDate; isUnpaid: boolean };
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
    | 'noticeOn'
    | 'accountInvalidatedOn'
  >
>;

/** Returns true if a notice of an earlier day ended the membership before its first dues were collected: they are not owed. */
const hasEndedUnpaid = ({ invitationStatus, activatedOn, noticeOn }: Member): boolean =>
  invitationStatus === deleted && activatedOn === null && noticeOn !== undefined;

/** Returns the dates that follow from an event: `after` has the next status, `before` is unchanged. */
const datesAfter: {
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
    activatedOn: member.activatedOn ?? (hasEndedUnpaid(member) ? null : firstDayOf(member)),
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
  cancel: ({ today }, _, { leavingOn }) => ({
    leavingOn: leavingOn !== null && leavingOn < today ? leavingOn : today,
    canceledOn: today,
  }),
  endEarlier: ({ noticeOn, leavingOn, isUnpaid }) => ({
    leavingOn,
    noticeOn,
    ...(isUnpaid && { activatedOn: null }),
  }),
  endMembership: ({ today }, { leavingOn }) => ({ leavingOn: leavingOn ?? today }),
};

type Suspendable = Pick<Member, 'invitationStatus' | 'suspensions'>;

/** Opens or closes a suspension when the status enters or leaves 5. */
function suspensionsAfter(
  before: Suspendable,
  after: Suspendable,
  { today }: { today?: CalendarDate },
): Pick<Member, 'suspensions'> {
  const isSuspended = after.invitationStatus === suspended;
  if (today === undefined || isSuspended === (before.invitationStatus === suspended)) return {};
  const { suspensions = [] } = before;
  return isSuspended
    ? { suspensions: [...suspensions, { from: today, to: null }] }
    : { suspensions: suspensions.map(({ from, to }) => ({ from, to: to ?? today })) };
}

/** The part of a member that decides about a move. */
export type MemberStatus = Pick<Member, 'invitationStatus' | 'accountInvalidatedOn'>;

/** A move that depends: `yes` when the condition holds, else `no`; undefined is no move. */
interface Choice<Event extends MembershipEvent> {
  when: (context: EventContexts[Event], member: MemberStatus) => boolean;
  yes: InvitationStatus;
  no?: InvitationStatus;
}
type Moves = {
  [Event in MembershipEvent]: Partial<Record<InvitationStatus, InvitationStatus | Choice<Event>>>;
};

const unchanged = (...statuses: InvitationStatus[]): Partial<Record<InvitationStatus, InvitationStatus>> =>
  Object.fromEntries(statuses.map((status) => [status, status]));

const endsInFuture: Choice<'endEarlier'> = {
  when: ({ leavingOn, today }) => leavingOn > today,
  yes: waitingToDelete,
  no: deleted,
};

/**
 * Every move of a membership: event → status before → status after. All others are refused. A bank event may keep the
 * status: it then only sets the invalidation, or changes nothing if the member is deleted.
 */
const moves: Moves = {
  invite: { [waitingToInvite]: invited },
  changeEmail: { [waitingToInvite]: waitingToInvite, [invited]: waitingToInvite },
  enroll: {
    [invited]: { when: ({ firstDues }) => firstDues > 0, yes: enrolledWaitingForPayment, no: activated },
  },
  submitFirstDues: {
    [enrolledWaitingForPayment]: activated,
    ...unchanged(activated, suspended, waitingToDelete, onHold, deleted),
  },
  returnFirstDues: {
    [activated]: enrolledWaitingForPayment,
    ...unchanged(suspended, waitingToDelete, onHold, deleted),
  },
  invalidateAccount: {
    [activated]: suspended,
    ...unchanged(enrolledWaitingForPayment, suspended, waitingToDelete, onHold, deleted),
  },
  replaceAccount: {
    [suspended]: activated,
    ...unchanged(enrolledWaitingForPayment, activated, waitingToDelete, onHold),
  },
  hold: { [activated]: onHold },
  resume: { [onHold]: { when: (_, member) => isAccountInvalid(member), yes: suspended, no: activated } },
  leave: {
    [waitingToInvite]: deleted,
    [invited]: deleted,
    [enrolledWaitingForPayment]: { when: ({ isCollecting }) => !isCollecting, yes: deleted },
    [activated]: {
      when: ({ membersPay, lastDay, today }) => membersPay || (lastDay !== undefined && lastDay >= today),
      yes: waitingToDelete,
      no: deleted,
    },
    [suspended]: deleted,
    [onHold]: deleted,
  },
  leaveLater: { [enrolledWaitingForPayment]: waitingToDelete },
  cancel: {
    [enrolledWaitingForPayment]: deleted,
    [activated]: deleted,
    [suspended]: deleted,
    [waitingToDelete]: deleted,
    [onHold]: deleted,
    [deleted]: deleted,
  },
  endEarlier: {
    [enrolledWaitingForPayment]: deleted,
    [activated]: endsInFuture,
    [suspended]: deleted,
    [waitingToDelete]: endsInFuture,
    [onHold]: deleted,
    [deleted]: deleted,
  },
  endMembership: { [waitingToDelete]: deleted },
};

const refusals: Record<MembershipEvent, { message: string; field?: string }> = {
  invite: { message: 'Only a member who is waiting for an invitation can be invited.' },
  changeEmail: { message: 'The email can be changed only before the member enrolls.', field: 'email' },
  enroll: { message: 'Only an invited member can enroll.' },
  submitFirstDues: { message: 'This member is not enrolled, so no dues can be sent.' },
  returnFirstDues: { message: 'The first dues of this member were not sent, so they cannot be returned.' },
  invalidateAccount: { message: 'This member is not enrolled and has no bank account.' },
  replaceAccount: { message: 'The bank account can be changed only while the member is enrolled.' },
  hold: { message: 'Only an activated membership can be deactivated.', field: 'keyFobNumber' },
  resume: { message: 'Only a membership on hold can be activated again.', field: 'keyFobNumber' },
  leave: { message: 'This membership cannot be deleted' },
  leaveLater: { message: 'Only a membership that waits for its first dues can end after them.' },
  cancel: { message: 'Only an enrolled membership can be canceled.' },
  endEarlier: { message: 'Only an enrolled membership can end earlier.' },
  endMembership: { message: 'Only a membership that is waiting to be deleted can end.' },
};

const whyNoLeave: Partial<Record<InvitationStatus, string>> = {
  [enrolledWaitingForPayment]: ' while its first dues are being collected.',
  [waitingToDelete]: ': it is waiting to be deleted already.',
  [deleted]: ': it is deleted already.',
};

/** The bank refused the account the dues come from, and no other one has been entered (invalidation 19). */
export const isAccountInvalid = ({ accountInvalidatedOn }: MemberStatus): boolean =>
  (accountInvalidatedOn ?? null) !== null;

function statusAfter<Event extends MembershipEvent>(
  member: MemberStatus,
  event: Event,
  context: EventContexts[Event],
): InvitationStatus | undefined {
  const move = moves[event][member.invitationStatus];
  if (typeof move !== 'object') return move;
  return move.when(context, member) ? move.yes : move.no;
}

/** True when the event may happen to the member now. */
export const canMove = <Event extends MembershipEvent>(
  member: MemberStatus,
  event: Event,
  context: EventContexts[Event],
): boolean => statusAfter(member, event, context) !== undefined;

/** The status after an event (spec 2 §4). Refuses ('invalid') an event that the present status does not allow. */
export function nextStatus<Event extends MembershipEvent>(
  member: MemberStatus,
  event: Event,
  context: EventContexts[Event],
): InvitationStatus {
  const next = statusAfter(member, event, context);
  if (next !== undefined) return next;
  const { message, field } = refusals[event];
  const why = event === 'leave' ? (whyNoLeave[member.invitationStatus] ?? '.') : '';
  throw new Refusal('invalid', message + why, field);
}

/** True when one event, or none, leads from one status to the other: what a stored member may change by. */
export const isMove = (before: InvitationStatus, after: InvitationStatus): boolean =>
  before === after ||
  Object.values(moves).some((row) => {
    const move = row[before];
    return typeof move === 'object' ? move.yes === after || move.no === after : move === after;
  });

/**
 * The member after an event, with the dates that follow from it: invited, enrolled, activated, leaving (the first day
 * without membership), on hold, account invalidated. Nothing else changes a status. Refuses as `nextStatus` does.
 */
export function moveMember<Event extends MembershipEvent>(
  member: Member,
  event: Event,
  context: EventContexts[Event],
): Member {
  const invitationStatus = nextStatus(member, event, context);
  const isEnding = invitationStatus === waitingToDelete || invitationStatus === deleted;
  const next = { ...member, invitationStatus, ...(isEnding && { endsOn: undefined }) };
  return { ...next, ...datesAfter[event](context, next, member), ...suspensionsAfter(member, next, context) };
}
