import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { handle } from '../../handle.ts';
import { settleEntry } from '../inbox/decide-open-entry.ts';

export const handler = handle(bankFiles.settleEntry, async ({ params, body, caller, now, newId }) => {
  await settleEntry(params, body, { who: caller.userId, now, newId });
  return { success: true, message: 'Your decision was saved.' };
});
