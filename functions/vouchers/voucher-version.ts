import type { AuditEventName } from '../../shared/audit-event.ts';
import type { Voucher } from '../../shared/vouchers/voucher.ts';
import { auditWrite } from '../table/audit.ts';
import type { Write } from '../table/write.ts';
import { loadProgram } from './program-store.ts';
import { loadVoucher, voucherConflict } from './store.ts';

/** Returns an active voucher in the expected version; throws for another version or a replaced voucher. */
export async function loadVoucherVersion(id: string, version: number): Promise<Voucher> {
  const voucher = await loadVoucher(id);
  const { batchId } = await loadProgram(voucher.programId);
  if (voucher.version !== version || voucher.batchId !== batchId) throw voucherConflict();
  return voucher;
}

interface ReasonDetails {
  reason: string;
  who: string;
  before?: string;
  after?: string;
}

/** Returns the audit event of a change after sending, with the user's reason. */
export const reasonWrite = (
  name: AuditEventName,
  voucher: Voucher,
  { reason, who, before, after }: ReasonDetails,
  now: Date,
): Write =>
  auditWrite(
    {
      name,
      subject: `voucher ${voucher.id}`,
      who,
      before: { status: voucher.status, ...(before && { email: before }) },
      after: { reason, ...(after && { email: after }) },
    },
    now,
  );
