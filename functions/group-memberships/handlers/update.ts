import { formatAffectedPayments } from '../../../shared/group-memberships/affected-payments.ts';
import { groupMemberships } from '../../../shared/contracts/group-memberships.ts';
import { facilityPayments } from '../../../shared/payments/payment-status.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { beginGeneration } from '../../payments/generation/generation.ts';
import type { Caller } from '../../users/caller.ts';
import { handle } from '../../handle.ts';
import { lists } from '../../table/keys.ts';
import { planChange } from '../planned-change.ts';
import { saveAndNotify } from '../save-and-notify.ts';

export const handler = handle(groupMemberships.update, async ({ body, caller, now, newId }) => {
  const { before, after, hasMembers, countsFrom, affected } = await planChange(body, caller, now);
  const { notified: told, jobId } = await saveAndNotify(before, after, {
    hasMembers,
    affected,
    caller,
    now,
    newId,
  });
  for (const periodId of affected.facilityPeriods)
    await regenerateFacilityPayments(after, periodId, { caller, now, newId });
  const differences = affected.payments.map(formatAffectedPayments);
  return {
    success: true,
    message: ['The group membership was saved.', countsFrom, ...differences, told].filter(Boolean).join(' '),
    data: { ...after, version: after.version + 1 },
    ...(jobId !== undefined && { jobId }),
  };
});

/** Starts the generation; if another one of the list is running, the month's own generation replaces the payments. */
async function regenerateFacilityPayments(
  { partnerId, programPaymentTypeId }: { partnerId: string; programPaymentTypeId: 1 | 2 | 3 },
  periodId: string,
  { caller, now, newId }: { caller: Caller; now: Date; newId: () => string },
): Promise<void> {
  const input = { programPaymentTypeId, paymentTypeId: facilityPayments, periodId, partnerId };
  const list = lists.facilityPayments(programPaymentTypeId, periodId);
  const job = { id: newId(), kind: 'facility payments', list } as const;
  try {
    await beginGeneration({ ...job, input: { ...input, fees: null, onlyMissing: false } }, caller, now);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}
