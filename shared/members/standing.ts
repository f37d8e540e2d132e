import {
  enrolledWaitingForPayment,
  activated,
  waitingToDelete,
  onHold,
  suspended,
  type Member,
} from './member.ts';
import { isAccountInvalid } from './membership-status.ts';

/** A member with no way to pay the dues: the bank refused the account (spec 3 §9). */
export const suspendedInvalidation = 19;

const enrolledStatuses: readonly number[] = [
  enrolledWaitingForPayment,
  activated,
  suspended,
  waitingToDelete,
  onHold,
];

/** Enrolled in a club and not gone: such a member has visits, billing and memberships to look at. */
export const isEnrolled = ({ facilityId, invitationStatus }: Member): boolean =>
  facilityId !== null && enrolledStatuses.includes(invitationStatus);

/** Reasons why a member cannot use the membership. */
export const invalidationsOf = (member: Member): { memberInvalidationTypeId: number }[] =>
  member.invitationStatus === suspended || (isAccountInvalid(member) && isEnrolled(member))
    ? [{ memberInvalidationTypeId: suspendedInvalidation }]
    : [];
