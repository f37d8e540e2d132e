import { payments } from '../../../shared/contracts/payments.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import { isCorrected } from '../../../shared/payments/correction.ts';
import { isMemberWithdrawal } from '../../../shared/payments/member-payment.ts';
import { canceled } from '../../../shared/payments/payment-status.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { loadMembers } from '../../members/store.ts';
import { handle } from '../../handle.ts';
import { countedMemberIds, lastCorrection } from '../generation/reason-store.ts';
import { historyOf } from '../statuses/history-store.ts';
import { payAgainState } from '../statuses/pay-again.ts';
import { loadPayment } from '../store.ts';

const maxReasons = 500;

// only administrators can see bank returns of employees and facilities
export const handler = handle(payments.reason, async ({ params, query, caller, now }) => {
  const payment = await loadPayment(params.paymentId);
  const isVisible = caller.role === 'systemAdmin' || payment.kind === 'partner';
  if (payment.partnerId !== query.partnerId || !isVisible)
    throw new Refusal('not-found', 'Payment not found.');
  const ids = (await countedMemberIds(payment)).slice(0, maxReasons);
  const members = await loadMembers(ids);
  return {
    rule: payment.reason.rule,
    isMemberWithdrawal: isMemberWithdrawal(payment),
    announced: (payment.kind === 'member' && payment.announced) || null,
    terms: payment.reason.terms ?? null,
    steps: payment.reason.steps,
    totalPayment: payment.totalPayment,
    amountToBeSent: payment.amountToBeSent,
    isCorrected: isCorrected(payment),
    correction: isCorrected(payment) ? await lastCorrection(payment.id) : null,
    history: await historyOf(payment),
    attempts: payment.attempts.map(({ at, amount, trace, returned }) => ({
      on: dateInChicago(new Date(at)),
      amount,
      trace,
      returnedOn: returned && dateInChicago(new Date(returned.at)),
      code: returned?.code ?? null,
    })),
    version: payment.version,
    replaces: payment.paidAgain
      ? {
          canceledOn: dateInChicago(new Date(payment.paidAgain.replaces.canceledAt)),
          trace: payment.paidAgain.replaces.trace,
        }
      : null,
    payAgain:
      caller.role === 'systemAdmin' && payment.status === canceled && payment.totalPayment > 0
        ? await payAgainState(payment, caller.userId, now)
        : null,
    memberCount: payment.reason.memberCount ?? 0,
    members: members.map(({ id, firstName, lastName }) => ({ id, name: `${firstName} ${lastName}` })),
  };
});
