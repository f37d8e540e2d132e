import type { CalendarDate } from '../calendar.ts';
import {
  suspended,
  type Member,
  activated,
  deleted,
  enrolledWaitingForPayment,
  invited,
  onHold,
  waitingToDelete,
  waitingToInvite,
  type InvitationStatus,
} from './member.ts';
import { Refusal } from '../refusal.ts';
import { datesAfter, type EventContexts, type MembershipEvent } from './membership-dates.ts';

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
  const next = { ...member, invitationStatus };
  return { ...next, ...datesAfter[event](context, next, member), ...suspensionsAfter(member, next, context) };
}
