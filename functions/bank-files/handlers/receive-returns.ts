import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { handle } from '../../handle.ts';
import { emailByHand } from '../inbox/by-hand-email.ts';
import { receiveBankFile } from '../inbox/receive.ts';

export const handler = handle(bankFiles.receiveReturns, async ({ files, caller, now, newId }) => {
  const { name = '', bytes = new Uint8Array() } = files.file ?? {};
  const what = `uploaded the bank file ${name}.`;
  const uploader = {
    userId: caller.userId,
    emailWaiting: (reasons: readonly string[]) =>
      emailByHand({ caller, what, path: '/admin/bankfiles/received' }, reasons),
  };
  return receiveBankFile({ name, bytes }, { userId: caller.userId, uploader, now, newId });
});
