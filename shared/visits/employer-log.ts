import { versionWithVisitDays } from '../enrollment/agreement-text.ts';
import type { Member } from '../members/member.ts';
import { visitRowOf, type Visit, type VisitRow } from './visit.ts';

/** True when the signed agreement states that the employer sees the date and the club of each visit. */
export const sharesVisitDays = (member: Pick<Member, 'agreement'> | undefined): boolean =>
  (member?.agreement?.version ?? 0) >= versionWithVisitDays;

/** Explanation of a row that carries a number of visits in place of single visits. */
export const countOnly = 'Count only';

/** A check-in as the employer sees it: never with the time of day. */
export function employerRowOf(visit: Visit, member: Member | undefined, visitsInMonth: number): VisitRow {
  const { time: _, ...row } = visitRowOf(visit, member, visitsInMonth);
  if (sharesVisitDays(member)) return row;
  return {
    ...row,
    date: null,
    facilityNumber: null,
    facilityName: null,
    counted: true,
    explanation: countOnly,
  };
}
