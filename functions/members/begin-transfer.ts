import type { TransferBody, TransferResult } from '../../shared/members/transfer.ts';
import { Refusal } from '../../shared/refusal.ts';
import { beginJob } from '../jobs/begin.ts';
import { countOfMembers } from './member-row-store.ts';
import { storeParts } from '../platform/stored-parts.ts';
import { transferIds } from './transfer-store.ts';
import type { Transfer } from './transfer-now.ts';

/** Starts the job that transfers selected members, or all of a search with the displayed count. */
export async function beginTransfer({ jobId, to, caller, now }: Transfer, whom: TransferBody) {
  const search = Array.isArray(whom) ? null : { facilityId: whom.facilityId, filter: whom.filter };
  const total = Array.isArray(whom) ? whom.length : await countOfMembers(whom);
  if (!Array.isArray(whom) && whom.count !== total)
    throw new Refusal(
      'conflict',
      `The search now finds ${total.toLocaleString('en-US')} members, not ${whom.count.toLocaleString('en-US')}. Nothing was changed. Check the list, then transfer again.`,
    );
  // store the IDs before the job, so that its steps find them
  if (Array.isArray(whom)) await storeParts(transferIds, jobId, whom);
  const begun = await beginJob(
    {
      id: jobId,
      kind: 'members transfer',
      input: { facilityId: to.id, search, ids: Array.isArray(whom) ? whom.length : 0 },
      total,
      message: `Transferring members to ${to.name}.`,
      tally: { changed: 0, failed: 0 },
    },
    caller,
    now,
  );
  const data: TransferResult[] = [];
  return { ...begun, data };
}
