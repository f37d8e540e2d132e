import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { handle } from '../../handle.ts';
import { receiveBankFile } from '../inbox/receive.ts';

export const handler = handle(bankFiles.receiveReturns, async ({ files, caller, now, newId }) => {
  const { name = '', bytes = new Uint8Array() } = files.file ?? {};
  return receiveBankFile({ name, bytes }, { userId: caller.userId, uploader: caller, now, newId });
});
