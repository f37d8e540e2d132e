import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { handle } from '../../handle.ts';
import { settleEntry } from '../inbox/decide-open-entry.ts';

export const handler = handle(bankFiles.settleEntry, async ({ params, body, caller, now, newId }) => {
  const isDone = await settleEntry(params, body, { who: caller.userId, caller, now, newId });
  return {
    success: true,
    message: isDone
      ? 'Your decision was saved.'
      : 'Another administrator must assign this entry to the same trace number. Nothing was changed yet.',
  };
});
