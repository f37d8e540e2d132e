import { payments } from '../../../shared/contracts/payments.ts';
import { handle } from '../../handle.ts';
import { decideChosen } from '../statuses/decide-chosen.ts';

export const handler = handle(payments.changeStatus, async ({ body, caller, now }) =>
  decideChosen(body.payments, { ...body, who: caller.userId }, now),
);
