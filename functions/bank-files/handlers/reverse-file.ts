import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { handle } from '../../handle.ts';
import { reverseFile } from '../reversal/reverse.ts';

export const handler = handle(bankFiles.reverseFile, ({ params, body, caller, now, newId }) =>
  reverseFile(params.bankFileId, body, { userId: caller.userId, now, newId }),
);
