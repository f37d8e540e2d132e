import { deleted, enrolledWaitingForPayment, type Member } from '../members/member.ts';

type FirstDues = Pick<Member, 'invitationStatus' | 'activatedOn' | 'firstDuesReturned' | 'canceledOn'>;

/** Returns true if the member used the right of cancellation: no month of the membership is owed or earns anything. */
export const isCanceled = ({ canceledOn }: Pick<Member, 'canceledOn'>): boolean => canceledOn !== undefined;

/**
 * Returns true once the first dues are collected: sent, and neither returned nor open. Returns true for activated
 * members without first dues. Until then, later dues wait, and no month earns a reimbursement or a share. First dues of
 * a canceled membership are refunded.
 */
export const areFirstDuesCollected = ({
  invitationStatus,
  activatedOn,
  firstDuesReturned,
  canceledOn,
}: FirstDues): boolean =>
  !isCanceled({ canceledOn }) &&
  activatedOn !== null &&
  invitationStatus !== enrolledWaitingForPayment &&
  firstDuesReturned !== true;

/**
 * Returns true for a member who left before the first dues were collected: no dues are owed, and nothing is reimbursed.
 */
export const leftUnpaid = (member: FirstDues): boolean =>
  member.invitationStatus === deleted && !areFirstDuesCollected(member);
