import { postedTypes, proveGroup } from '../../functions/ledger/group-proof.ts';
import { fail } from './violation.ts';
import type { World } from './world.ts';

/** Asserts that the ledger explains the payments of a month. */
export async function assertLedger({ partners, observed }: World, periodId: string): Promise<void> {
  for (const { id: partnerId } of partners)
    for (const paymentTypeId of postedTypes) {
      const { unexplained, findings: found } = await proveGroup({ partnerId, periodId, paymentTypeId });
      const findings = found.filter(
        (finding) =>
          !isPaidBeforeReturn(observed, finding.paymentId) && !isReturnedAfterReversal(observed, finding),
      );
      if (unexplained !== 0 || findings.length > 0)
        fail(
          `ledger of ${partnerId} ${periodId} ${paymentTypeId}: ${unexplained} ${JSON.stringify(findings)}`,
        );
    }
}

/** A refund can be paid before its dues come back; an administrator then recovers it, as the proof reports. */
function isPaidBeforeReturn({ payments }: World['observed'], refundId: string): boolean {
  const dues = payments.get(refundId.replace(/-7-(.*)-dues$/, '-6-$1'));
  const refund = payments.get(refundId);
  return dues !== undefined && refund !== undefined && dues !== refund && refund.statusAt < dues.statusAt;
}

/** The bank returns some payments that an administrator reversed, as the proof reports. */
function isReturnedAfterReversal(
  { payments }: World['observed'],
  { paymentId, problem }: { paymentId: string; problem: string },
): boolean {
  const attempts = payments.get(paymentId)?.attempts ?? [];
  return problem.includes('was reversed and also returned') && attempts.some(({ returned }) => returned);
}
