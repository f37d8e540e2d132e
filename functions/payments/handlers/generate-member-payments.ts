import { payments } from '../../../shared/contracts/payments.ts';
import { handle } from '../../handle.ts';
import { lists } from '../../table/keys.ts';
import { beginGeneration } from '../generation/generation.ts';
import { checkedInput } from '../generation/generation-input.ts';
import { programOfMembers } from '../generation/program-of-members.ts';

export const handler = handle(payments.generateMemberPayments, async ({ body, caller, now, newId }) => {
  const programPaymentTypeId = await programOfMembers(body);
  const request = { ...body, programPaymentTypeId };
  const input = await checkedInput('member', request, now);
  // one generation at a time for all partners of a program payment type
  const list = lists.memberPayments(programPaymentTypeId, input.paymentTypeId, 'all', input.periodId);
  return beginGeneration({ id: newId(), kind: 'member payments', list, input }, caller, now);
});
