import { periodName } from '../../shared/calendar.ts';
import { paymentIdOf } from '../../shared/payments/payment-id.ts';
import {
  facilityPayments,
  memberReimbursements,
  received,
  submitted,
  returned,
  completed,
} from '../../shared/payments/payment-status.ts';
import { partnerPaymentTypes } from '../../shared/payments/payment-types.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { isClosed } from '../../shared/periods/period.ts';
import type { Visit } from '../../shared/visits/visit.ts';
import type { ProgramPaymentTypeId } from '../../shared/programs.ts';
import { loadGroupMembership } from '../group-memberships/store.ts';
import { loadPayments } from '../payments/store.ts';

const sentStatuses: readonly number[] = [received, submitted, returned, completed];

const isSent = ({ status, bankFileId }: Payment): boolean =>
  bankFileId !== null || sentStatuses.includes(status);

/**
 * Returns why each visit is too late: its month is closed, and a payment based on that month (the partner's, the
 * facility's, or the member's reimbursement) was sent. Until then late check-ins are accepted.
 */
export async function sentPayments(
  visits: readonly Visit[],
  now: Date,
): Promise<(visit: Visit) => string | undefined> {
  const late = visits.filter(({ periodId }) => isClosed(periodId, now));
  if (late.length === 0) return () => undefined;
  const partners = [...new Set(late.map(({ partnerId }) => partnerId))];
  const types = new Map<string, ProgramPaymentTypeId>();
  for (const terms of await Promise.all(partners.map(loadGroupMembership)))
    if (terms) types.set(terms.partnerId, terms.programPaymentTypeId);
  const idsOf = (visit: Visit): string[] => {
    const program = types.get(visit.partnerId);
    return program === undefined ? [] : paymentIds(visit, program);
  };
  const sent = new Set(
    (await loadPayments([...new Set(late.flatMap(idsOf))])).filter(isSent).map(({ id }) => id),
  );
  return (visit) =>
    isClosed(visit.periodId, now) && idsOf(visit).some((id) => sent.has(id))
      ? `${periodName(visit.periodId)} is closed and its payments have been sent.`
      : undefined;
}

function paymentIds(visit: Visit, programPaymentTypeId: ProgramPaymentTypeId): string[] {
  const { partnerId, periodId } = visit;
  const base = { programPaymentTypeId, partnerId, periodId };
  return [
    ...partnerPaymentTypes[programPaymentTypeId].map((paymentTypeId) =>
      paymentIdOf({ ...base, kind: 'partner', paymentTypeId }),
    ),
    paymentIdOf({ ...base, kind: 'facility', paymentTypeId: facilityPayments, facilityId: visit.facilityId }),
    paymentIdOf({
      ...base,
      kind: 'member',
      paymentTypeId: memberReimbursements,
      memberId: visit.memberId,
    }),
  ];
}
