import { formatAffectedPayments } from '../../../shared/group-memberships/affected-payments.ts';
import { groupMemberships } from '../../../shared/contracts/group-memberships.ts';
import { periodName } from '../../../shared/calendar.ts';
import { facilityPayments } from '../../../shared/payments/payment-status.ts';
import { paymentTypeName } from '../../../shared/payments/payment-types.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { beginGeneration } from '../../payments/generation/generation.ts';
import type { Caller } from '../../users/caller.ts';
import { handle } from '../../handle.ts';
import { lists } from '../../table/keys.ts';
import { planChange } from '../planned-change.ts';
import { saveAndNotify } from '../save-and-notify.ts';

export const handler = handle(groupMemberships.update, async ({ body, caller, now, newId }) => {
  const { before, after, hasMembers, countsFrom, affected } = await planChange(body, caller, now);
  const { notified: recipient, jobId } = await saveAndNotify(before, after, {
    hasMembers,
    affected,
    caller,
    now,
    newId,
  });
  const delayed: string[] = [];
  for (const payments of affected.generated)
    delayed.push(...(await generateAgain(after, payments, { caller, now, newId })));
  const differences = affected.payments.map(formatAffectedPayments);
  return {
    success: true,
    message: ['The group membership was saved.', countsFrom, ...differences, ...delayed, recipient]
      .filter(Boolean)
      .join(' '),
    data: { ...after, version: after.version + 1 },
    ...(jobId !== undefined && { jobId }),
  };
});

/**
 * Starts the generation. If another one of the list is running, returns the payments that
 * an administrator must generate again afterwards.
 */
async function generateAgain(
  { partnerId, programPaymentTypeId }: { partnerId: string; programPaymentTypeId: 1 | 2 | 3 },
  { paymentTypeId, periodId }: { paymentTypeId: number; periodId: string },
  { caller, now, newId }: { caller: Caller; now: Date; newId: () => string },
): Promise<string[]> {
  const input = { programPaymentTypeId, paymentTypeId, periodId, partnerId, fees: null, onlyMissing: false };
  const job =
    paymentTypeId === facilityPayments
      ? ({ kind: 'facility payments', list: lists.facilityPayments(programPaymentTypeId, periodId) } as const)
      : ({
          kind: 'member payments',
          list: lists.memberPayments(programPaymentTypeId, paymentTypeId, 'all', periodId),
        } as const);
  try {
    await beginGeneration({ id: newId(), ...job, input }, caller, now);
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [
      `${paymentTypeName(paymentTypeId)} for ${periodName(periodId)} are being generated. Generate them again afterwards.`,
    ];
  }
}
