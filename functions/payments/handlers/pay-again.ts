import { payments } from '../../../shared/contracts/payments.ts';
import { handle } from '../../handle.ts';
import { payAgain } from '../statuses/pay-again.ts';

export const handler = handle(payments.payAgain, ({ params, body, caller, now }) =>
  payAgain({ ...params, ...body }, caller.userId, now),
);
