import { checkTransferTarget } from '../../../shared/enrollment/transfer.ts';
import { members } from '../../../shared/contracts/members.ts';
import { transferredAtOnce } from '../../../shared/members/transfer.ts';
import { loadFacility } from '../../facilities/store.ts';
import { handle } from '../../handle.ts';
import { beginTransfer } from '../begin-transfer.ts';
import { transferNow } from '../transfer-now.ts';

export const handler = handle(members.transfer, async ({ params, body, caller, now, newId }) => {
  const to = await loadFacility(params.facilityId);
  checkTransferTarget(to);
  const transfer = { jobId: newId(), to, caller, now, newId };
  if (!Array.isArray(body)) return beginTransfer(transfer, body);
  const ids = [...new Set(body)];
  return ids.length > transferredAtOnce ? beginTransfer(transfer, ids) : transferNow(transfer, ids);
});
