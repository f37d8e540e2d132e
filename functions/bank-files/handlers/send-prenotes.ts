import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { handle } from '../../handle.ts';
import { sendPrenotes } from '../prenotes/start-prenotes.ts';

export const handler = handle(bankFiles.sendPrenotes, ({ body, caller, now, newId }) =>
  sendPrenotes(body.bankFlow, body.pin, { userId: caller.userId, now, newId }),
);
