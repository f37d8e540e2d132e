import { versionWithVisitDays } from '../enrollment/agreement-text.ts';
import type { GroupMembership } from '../group-memberships/group-membership.ts';
import type { Member } from '../members/member.ts';
import { visitRowOf, type Visit, type VisitRow } from './visit.ts';

/** The setting of a program; undefined for a partner without one. */
export type VisitSetting = Pick<GroupMembership, 'showsVisitDays'> | undefined;

/** True if the program shows the employer the date and club of each visit, and the signed agreement states it. */
export const sharesVisitDays = (
  member: Pick<Member, 'agreement'> | undefined,
  program: VisitSetting,
): boolean => program?.showsVisitDays === true && (member?.agreement?.version ?? 0) >= versionWithVisitDays;

/** Explanation of a row that carries a number of visits in place of single visits. */
export const countOnly = 'Count only';

/** A check-in as the employer sees it: never with the time of day. */
export function employerRowOf(
  visit: Visit,
  member: Member | undefined,
  program: VisitSetting,
  visitsInMonth: number,
): VisitRow {
  const { time: _, ...row } = visitRowOf(visit, member, visitsInMonth);
  if (sharesVisitDays(member, program)) return row;
  return {
    ...row,
    date: null,
    facilityNumber: null,
    facilityName: null,
    counted: true,
    explanation: countOnly,
  };
}
