import { addDays, periodOf, type CalendarDate } from '../../calendar.ts';
import type { GroupMembership } from '../../group-memberships/group-membership.ts';
import { termsFor } from '../../group-memberships/terms-versions.ts';
import { deleted, firstDayOf, waitingToDelete, type Member } from '../../members/member.ts';
import type { RosterMember } from '../../members/roster-member.ts';
import type { Cents } from '../../money.ts';
import { memberPayment, owesDuesFor } from '../../payments/member-payment.ts';
import { memberDues } from '../../payments/payment-status.ts';
import { defaultRosterRow, type RosterChangeRow } from './roster-change.ts';
import { isPartnerPaid } from '../../programs.ts';

type Program = Pick<
  GroupMembership,
  | 'programPaymentTypeId'
  | 'memberDuesAmount'
  | 'paymentForActivatedMembersOnly'
  | 'duesForOneMemberPerMonthPaidToFacility'
>;

/** Returns monthly dues of one enrolled member in cents, plus the partner's dues if it pays per activated member. */
export const monthlyDuesOf = (program: Program): Cents =>
  (isPartnerPaid(program) ? 0 : program.memberDuesAmount) +
  (program.paymentForActivatedMembersOnly ? program.duesForOneMemberPerMonthPaidToFacility : 0);

/** Returns why a leavers file does not change a member who is already leaving. */
export const leavesAlready = ({ invitationStatus, leavingOn }: Member): boolean =>
  invitationStatus === waitingToDelete && leavingOn !== null;

/** Returns the preview row of a leaving member; `after` is the member with the end date. */
export function leaverRow(
  before: Member,
  after: Member,
  program: GroupMembership,
  dues: { notCharged: Cents; paidBack: Cents },
): Omit<RosterChangeRow, 'key' | 'line'> {
  const enrolled = firstDayOf(before) !== null;
  const lastDay = enrolled && after.leavingOn !== null ? addDays(after.leavingOn, -1) : null;
  return {
    ...memberRow(before),
    lastDay,
    lastDues: lastDay === null ? null : lastDuesOf(after, program, lastDay),
    monthlyLess: enrolled ? monthlyDuesOf(termsFor(program, periodOf(after.leavingOn ?? ''))) : 0,
    ...dues,
    what: after.invitationStatus === deleted ? 'Ends now.' : 'Ends at the end of the month.',
  };
}

export const memberRow = (member: RosterMember): Omit<RosterChangeRow, 'key' | 'line'> => ({
  ...defaultRosterRow,
  memberId: member.id,
  name: `${member.firstName} ${member.lastName}`,
  email: member.email,
  invitationStatus: member.invitationStatus,
  keyFobNumber: member.keyFobNumber,
});

function lastDuesOf(
  after: Member,
  program: GroupMembership,
  lastDay: CalendarDate,
): RosterChangeRow['lastDues'] {
  const periodId = periodOf(lastDay);
  if (isPartnerPaid(program) || !owesDuesFor(after, periodId)) return null;
  const due = memberPayment(termsFor(program, periodId), memberDues, periodId, after, 0);
  return due ? { periodId, amount: due.totalPayment } : null;
}
