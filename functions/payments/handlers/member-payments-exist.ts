import { payments } from '../../../shared/payments/contract.ts';
import { handle } from '../../handle.ts';
import { withProgram } from '../generation/program-of-members.ts';
import { hasMemberPayments } from '../lists/payment-list-store.ts';

export const handler = handle(payments.memberPaymentsExist, async ({ query }) => ({
  doPaymentsExist: await hasMemberPayments(await withProgram(query)),
}));
