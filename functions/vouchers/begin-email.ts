import type { Voucher } from '../../shared/vouchers/voucher.ts';
import { beginJob } from '../jobs/begin.ts';
import type { Change } from '../table/change.ts';

/** Begins the job that sends a voucher once more, together with the changes that go with it. */
export const beginEmail = (
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
      message: 'The voucher is on its way.',
      partnerId,
    },
    { userId },
    now,
    changes,
  );
