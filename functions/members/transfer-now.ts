import type { Facility } from '../../shared/facilities/facility.ts';
import { transferMessage, type TransferResult } from '../../shared/members/transfer.ts';
import { createJob } from '../jobs/store.ts';
import type { Caller } from '../users/caller.ts';
import { transferMember } from './transfer-member.ts';
import { storeTransferResults } from './transfer-store.ts';

/** A requested transfer: its job ID, the new facility, and the caller with the time. */
export interface Transfer {
  jobId: string;
  to: Facility;
  caller: Pick<Caller, 'userId'>;
  now: Date;
  newId: () => string;
}

/** Transfers a few members within the request and stores the results as a completed job. */
export async function transferNow({ jobId, ...transfer }: Transfer, ids: readonly string[]) {
  const { to, caller, now } = transfer;
  const data: TransferResult[] = [];
  for (const memberId of ids) data.push(await transferMember({ memberId, ...transfer }));
  const changed = data.filter(({ success }) => success).length;
  const failed = data.length - changed;
  const message = transferMessage(changed, failed, to.name);
  const at = now.toISOString();
  await createJob(
    {
      id: jobId,
      kind: 'members transfer',
      status: 'done',
      done: data.length,
      total: data.length,
      message,
      cursor: '',
      input: { facilityId: to.id, search: null, ids: data.length },
      tally: { changed, failed },
      failures: 0,
      claimedUntil: null,
      startedBy: caller.userId,
      partnerId: null,
      startedAt: at,
      updatedAt: at,
      version: 0,
    },
    now,
    [storeTransferResults(jobId, 0, data)],
  );
  return { success: true, message, jobId, data };
}
