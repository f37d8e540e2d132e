import { payments } from '../../../shared/contracts/payments.ts';
import { handle } from '../../handle.ts';
import { withProgram } from '../generation/program-of-members.ts';
import { hasMemberPayments } from '../lists/payment-list-store.ts';

export const handler = handle(payments.memberPaymentsExist, async ({ query }) => ({
  doPaymentsExist: await hasMemberPayments(await withProgram(query)),
}));
