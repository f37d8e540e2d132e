import { periodName } from '../../../shared/calendar.ts';
import { agreementFile } from '../../../shared/enrollment/agreement.ts';
import { pdfType } from '../../../shared/media-types.ts';
import { payments } from '../../../shared/contracts/payments.ts';
import { isMemberWithdrawal } from '../../../shared/payments/member-payment.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { signedAgreements } from '../../enrollment/store.ts';
import { getFile } from '../../platform/files.ts';
import { handle } from '../../handle.ts';
import { loadPayment } from '../store.ts';

export const handler = handle(payments.authorization, async ({ params, now }) => {
  const payment = await loadPayment(params.paymentId);
  if (payment.kind !== 'member' || !isMemberWithdrawal(payment))
    throw new Refusal('invalid', 'Only withdrawals from members are authorized by an agreement.');
  // agreements signed before the payment was sent or, if it was not sent, until now
  const until = payment.attempts.at(-1)?.at ?? now.toISOString();
  const signed = (await signedAgreements(payment.memberId)).findLast(({ signedAt }) => signedAt <= until);
  const bytes = signed && (await getFile('agreements', agreementFile(signed)));
  if (!bytes) throw new Refusal('not-found', 'No signed agreement of this member predates this withdrawal.');
  const name = `Authorization ${payment.memberFullName} ${periodName(payment.periodId)}.pdf`;
  return { name, type: pdfType, bytes };
});
