import type { Voucher } from '../../shared/vouchers/voucher.ts';
import { beginJob } from '../jobs/begin.ts';
import type { Change } from '../table/write.ts';

/** Starts the job that sends a voucher again, in one transaction with the related changes. */
export const startEmail = (
  { id, emailNumber, partnerId }: Voucher,
  { newId, userId, now }: { newId: () => string; userId: string; now: Date },
  changes: readonly Change[],
) =>
  beginJob(
    {
      id: newId(),
      kind: 'voucher email',
      input: { voucherId: id, emailNumber: emailNumber + 1 },
      total: 1,
      message: 'Sending the voucher.',
      partnerId,
    },
    { userId },
    now,
    changes,
  );
