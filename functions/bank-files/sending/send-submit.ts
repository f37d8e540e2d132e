import { seriesOf, type LastSent } from '../../../shared/bank-files/bank-run.ts';
import { accountReason } from '../../../shared/bank-files/debit-authorization.ts';
import { movePayment } from '../../../shared/payments/payment-moves.ts';
import { isReserved, returned } from '../../../shared/payments/payment.ts';
import { duesSentChanges } from '../../members/status-change.ts';
import { paymentsAdded, refundAtSending } from '../../payments/generation/dues-of-member.ts';
import { paymentChange } from '../../payments/store.ts';
import { auditWrite } from '../../table/audit.ts';
import { measured } from '../../table/change.ts';
import type { Change } from '../../table/write.ts';
import { sizeOf } from '../../table/transact.ts';
import { accountsNow, lastSentChanges } from '../sent-account-store.ts';
import { debitAuthorizationRenewed } from '../../bank-accounts/store.ts';
import { membersNow, paymentsNow } from '../paid-store.ts';
import { statusChange, type PaymentContext, type PhaseStep } from '../phase.ts';
import { originated } from '../treasury/gauge-store.ts';

/** Three transaction items per payment (of 100); items of members are counted separately. */
const linesAtOnce = 30;
const fullAt = 55;

/**
 * Marks payments as Submitted (0 → 2), activates members by their first dues, and creates refunds for those who left
 * (decision 7).
 */
export async function submitStep({ file, lines, from, who, now }: PaymentContext): Promise<PhaseStep> {
  const at = now.toISOString();
  const chunk = lines.slice(from, from + linesAtOnce);
  const payments = await paymentsNow(chunk.map(({ paymentId }) => paymentId));
  const accounts = await accountsNow(
    chunk.map(({ payeeToken }) => payeeToken),
    new Date(file.startedAt),
  );
  const members = await membersNow([...payments.values()]);
  const changes: Change[] = [];
  const sent: LastSent[] = [];
  let next = from;
  for (const { paymentId, payeeToken, accountVersion, amount, trace } of chunk) {
    if (sizeOf(changes) >= fullAt) break;
    next += 1;
    const payment = payments.get(paymentId);
    if (payment?.bankFileId !== file.id || !isReserved(payment)) continue;
    const member = payment.kind === 'member' ? members.get(payment.memberId) : undefined;
    const account = accounts.get(payeeToken);
    const isAuthorized = accountReason(payment, account, file.effectiveDate) === undefined;
    const refund = member && refundAtSending(payment, member, isAuthorized, now);
    const after = movePayment(payment, payment.status === returned ? 'retry' : 'submit', { at, trace });
    changes.push(
      ...paymentChange(payment, after),
      auditWrite(
        {
          name: 'payment status changed',
          subject: `payment ${paymentId}`,
          who,
          before: { status: payment.status },
          after: { status: after.status, bankFileId: file.id, ...(refund && { duesPaidBack: refund.id }) },
        },
        now,
      ),
    );
    if (refund) changes.push(...paymentsAdded([refund]));
    if (member) changes.push(...duesSentChanges(payment, member, refund !== undefined, { who, now }));
    const ended = account?.authorizationEnded;
    if (account && ended && ended.paymentId === paymentId)
      changes.push(...debitAuthorizationRenewed(account, { who, now }));
    // If the account changed since then, the next payment must count as a new account.
    const fingerprint = account?.version === accountVersion ? account.fingerprint : '';
    sent.push({ payeeToken, series: seriesOf(payment), amount, fingerprint, sentAt: at });
  }
  changes.push(...lastSentChanges(sent), ...originated(file.bankFlow, sent.length, now));
  if (next === lines.length) changes.push(...fileSubmitted({ file, lines, who, now }));
  return {
    changes,
    done: next - from,
    next,
    message: `Marked ${next.toLocaleString('en-US')} of ${lines.length.toLocaleString('en-US')} payments as submitted.`,
  };
}

const fileSubmitted = ({
  file,
  lines,
  who,
  now,
}: Pick<PaymentContext, 'file' | 'lines' | 'who' | 'now'>): Change[] => [
  ...statusChange(file, 'submitted', now),
  measured(
    auditWrite(
      {
        name: 'bank file sent',
        subject: `bank file ${file.id}`,
        who,
        after: { name: file.name, fileHash: file.fileHash, payments: lines.length },
      },
      now,
    ),
    { MoneySent: (file.debit + file.credit) / 100 },
  ),
];
