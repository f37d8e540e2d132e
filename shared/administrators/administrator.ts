import * as z from 'zod';
import { Refusal } from '../refusal.ts';

/** Maximum number of administrators; the list is one page. */
export const administratorsAllowed = 100;

/** Hours in which one of the last two administrators can object to the removal by the other. */
const removalWaitHours = 72;

export const sessionsOfRemoved =
  'The removal of this administrator was requested. Sessions cannot be ended while the administrator can object, and nothing can be confirmed with them. Nothing was changed.';

export const removalIsRequested =
  'Your removal as an administrator was requested. Object to it under Administrators first. Nothing was changed.';

/** Days in which another administrator can approve an invitation. */
export const approvalDays = 7;

/** A requested removal of an administrator. */
export const removalRequest = z.object({
  requestedBy: z.string(),
  requestedAt: z.string(),
  /** ISO instant; null if another administrator must approve. */
  effectiveAt: z.string().nullable(),
  /** The removal is decided, and the login can no longer be used. */
  isFinal: z.boolean().optional(),
});
type RemovalRequest = z.output<typeof removalRequest>;

/** The attributes of a user on which the two-person rule depends. */
export interface AdministratorState {
  id: string;
  role: string;
  disabled: boolean;
  awaitsPassword?: boolean | undefined;
  awaitsApproval?: { invitedBy: string; invitedAt?: string | undefined } | undefined;
  /** ISO instant of accepting the invitation; undefined for the first administrator of a deployment. */
  administratorSince?: string | undefined;
  removal?: RemovalRequest | undefined;
}

interface Moment {
  waitHours: number;
  now: Date;
}

/** True for an administrator who accepted the invitation and can log in, also while a removal is requested. */
const isActive = (user: AdministratorState): boolean =>
  user.role === 'systemAdmin' && !user.disabled && !user.awaitsPassword && !user.awaitsApproval;

const isEstablished = ({ administratorSince: since }: AdministratorState, { waitHours, now }: Moment) =>
  since === undefined || now.getTime() >= Date.parse(since) + waitHours * 3_600_000;

/**
 * The two-person rule counts this administrator: active, past the waiting time of new administrators, and without a
 * requested removal. Everything that requires an administrator's confirmation or approval uses this function.
 */
export const canConfirm = (user: AdministratorState | undefined, moment: Moment): boolean =>
  user !== undefined && isActive(user) && !user.removal && isEstablished(user, moment);

/** Throws ('invalid') with the reason if the administrator cannot confirm or approve. */
export function requireConfirming(
  user: AdministratorState | undefined,
  moment: Moment,
  action = 'confirm payments',
): void {
  if (canConfirm(user, moment)) return;
  if (user?.removal) throw new Refusal('invalid', removalIsRequested);
  throw new Refusal(
    'invalid',
    `New administrators can ${action} ${moment.waitHours} hours after they accept the invitation. Nothing was sent.`,
  );
}

/** Throws ('invalid') if administrators remove themselves. */
export function checkRemoval(removerId: string, administratorId: string): void {
  if (removerId === administratorId)
    throw new Refusal('invalid', 'You cannot remove yourself. Another administrator must do it.');
}

/** Returns true if there is another administrator who must approve an invitation or a removal. */
export const needsApproval = (
  administrators: readonly AdministratorState[],
  ...withoutIds: readonly string[]
): boolean => administrators.some((user) => isActive(user) && !withoutIds.includes(user.id));

type RemovalStep = { step: 'withdraw' | 'final' } | { step: 'request'; removal: RemovalRequest };

/**
 * Decides the next step of a removal. Someone who never accepted the invitation is removed immediately. Otherwise the
 * first administrator requests the removal, and another one approves it by the same action. Without another one, it
 * becomes effective after 72 hours. Throws ('conflict') if the caller has requested it already.
 *
 * @param administrators all administrators
 */
export function removalStep(
  target: AdministratorState,
  callerId: string,
  administrators: readonly AdministratorState[],
  moment: Moment,
): RemovalStep {
  const { removal } = target;
  if (removal?.isFinal) return { step: 'final' };
  if (target.awaitsPassword || target.awaitsApproval) return { step: 'withdraw' };
  const isApprovable = needsApproval(administrators, callerId, target.id);
  if (removal?.requestedBy === callerId && (isApprovable || removal.effectiveAt))
    throw new Refusal(
      'conflict',
      removal.effectiveAt
        ? 'You requested this removal. It becomes effective after 72 hours without an objection.'
        : 'You requested this removal. Another administrator must approve it.',
    );
  const requester = administrators.find(({ id }) => id === removal?.requestedBy);
  if (requester && requester.id !== callerId && canConfirm(requester, moment)) return { step: 'final' };
  const { now } = moment;
  const effectiveAt = new Date(now.getTime() + removalWaitHours * 3_600_000).toISOString();
  return {
    step: 'request',
    removal: {
      requestedBy: callerId,
      requestedAt: now.toISOString(),
      effectiveAt: isApprovable ? null : effectiveAt,
    },
  };
}

/**
 * Decides about a removal without a further action: `final` after 72 hours if the requester still can confirm,
 * `cancel` if not, `wait` otherwise. A third administrator who joined during the wait must approve.
 */
export function removalAfterWait(
  target: AdministratorState,
  administrators: readonly AdministratorState[],
  moment: Moment,
): 'final' | 'cancel' | 'wait' {
  const { removal } = target;
  if (removal?.isFinal) return 'final';
  if (!removal?.effectiveAt || moment.now.toISOString() < removal.effectiveAt) return 'wait';
  const requester = administrators.find(({ id }) => id === removal.requestedBy);
  if (!canConfirm(requester, moment)) return 'cancel';
  return needsApproval(administrators, removal.requestedBy, target.id) ? 'wait' : 'final';
}

/** True for an invitation that was not approved within seven days. */
export const isInvitationExpired = ({ invitedAt }: { invitedAt?: string | undefined }, now: Date): boolean =>
  invitedAt !== undefined && now.getTime() > Date.parse(invitedAt) + approvalDays * 86_400_000;

/** Throws unless an invitation can be approved: by another administrator than the inviter, within seven days. */
export function checkApproval(
  approverId: string,
  { invitedBy, invitedAt }: { invitedBy: string; invitedAt?: string | undefined },
  inviter: AdministratorState | undefined,
  moment: Moment,
): void {
  if (approverId === invitedBy)
    throw new Refusal('invalid', 'Another administrator must approve your invitation. Nothing was sent.');
  const isOld = isInvitationExpired({ invitedAt }, moment.now);
  if (isOld || !canConfirm(inviter, moment))
    throw new Refusal(
      'conflict',
      isOld
        ? 'This invitation is older than seven days. Remove it and invite again. Nothing was sent.'
        : 'The administrator who sent this invitation can no longer confirm it. Remove it and invite again. Nothing was sent.',
    );
}

/** Maximum number of full account numbers that an administrator can read per day (Chicago). */
export const fullNumbersPerDay = 10;
