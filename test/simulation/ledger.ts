import { postedTypes, proveGroup } from '../../functions/ledger/group-proof.ts';
import { fail } from './violation.ts';
import type { World } from './world.ts';

/** Asserts that the ledger explains the payments of a month. */
export async function assertLedger(world: World, periodId: string): Promise<void> {
  const { partners, observed } = world;
  for (const { id: partnerId } of partners)
    for (const paymentTypeId of postedTypes) {
      const { unexplained, findings: found } = await proveGroup({ partnerId, periodId, paymentTypeId });
      const findings = found.filter(
        (finding) =>
          !isPaidBeforeReturn(observed, finding.paymentId) && !isReturnedAfterReversal(world, finding),
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
  if (!dues || !refund || dues === refund) return false;
  const backAt = dues.attempts.at(-1)?.returned?.at ?? dues.statusAt;
  return (refund.attempts.at(-1)?.at ?? refund.statusAt) < backAt;
}

/** The bank returns some entries that an administrator reversed, as the proof reports. */
const isReturnedAfterReversal = (
  { bankView }: World,
  { paymentId, problem }: { paymentId: string; problem: string },
): boolean =>
  problem.includes('was reversed and also returned') &&
  bankView
    .entriesOf(paymentId)
    .some(({ reversedAt, returns }) => reversedAt !== undefined && returns.length > 0);
