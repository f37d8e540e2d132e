import {
  everReimbursed,
  periodsInRange,
  type PeriodRange,
  type ReimbursementGroup,
} from '../../shared/accounts/reimbursement-history.ts';
import type { Membership } from './memberships.ts';

/** Groups memberships by program. */
export function reimbursementGroups(
  memberships: readonly Membership[],
  range: PeriodRange,
  now: Date,
): { group: ReimbursementGroup; memberships: Membership[] }[] {
  const periods = periodsInRange(range, now);
  const byProgram = Map.groupBy(memberships, ({ program }) => program.partnerId);
  return [...byProgram.values()].flatMap((ofProgram) => {
    const [first] = ofProgram;
    if (!first) return [];
    const group = {
      name: first.partnerName,
      hideReimbursementHistory: !everReimbursed(first.program),
      memberIds: ofProgram.map(({ member }) => member.id),
      planOrProgramId: 0,
      enrollmentEntity: 'plan' as const,
      periodIdFrom: periods.at(-1) ?? '',
      periodIdTo: periods[0] ?? '',
    };
    return { group, memberships: ofProgram };
  });
}
