import * as z from 'zod';
import type { BankFile } from '../../../shared/bank-files/bank-file.ts';
import { paymentIdsOf } from '../../../shared/bank-files/sent-entry.ts';
import { periodName } from '../../../shared/calendar.ts';
import type { Member } from '../../../shared/members/member.ts';
import { showMoney } from '../../../shared/money.ts';
import { completed, type MemberPayment, type Payment } from '../../../shared/payments/payment.ts';
import { type StepResult, defineJob } from '../../jobs/job-kind.ts';
import { membershipAddress } from '../../members/email-content.ts';
import { AddressRefused, linkEmail, sendEmail, type Email } from '../../platform/email.ts';
import { errorFields, log } from '../../platform/log.ts';
import { auditWrite } from '../../table/audit.ts';
import type { Change } from '../../table/write.ts';
import { linesOf } from '../entry-store.ts';
import { membersNow, paymentsNow } from '../paid-store.ts';
import { notifyEach } from '../notify-each.ts';
import { loadBankFile } from '../store.ts';
import { maySettle, settleEntries } from './settle-entries.ts';

const settlementCursor = z.discriminatedUnion('phase', [
  z.object({ phase: z.literal('settle'), after: z.string().nullable() }),
  z.object({ phase: z.literal('notify'), after: z.string().nullable() }),
]);
type SettlementStep = StepResult<z.output<typeof settlementCursor>>;

const emailsAtOnce = 5;

const firstToNotify = ({ bankFlow, purpose = 'payments' }: BankFile): SettlementStep['next'] =>
  bankFlow === 'memberReimbursement' && purpose === 'payments' ? { phase: 'notify', after: null } : null;

async function notifyReimbursed(
  file: BankFile,
  after: string | null,
  { who, now }: { who: string; now: Date },
): Promise<SettlementStep> {
  const { lines, last } = await linesOf(file.id, after ?? undefined, emailsAtOnce);
  const payments = await paymentsNow(paymentIdsOf(lines));
  const isPaid = (payment: Payment | undefined): payment is MemberPayment =>
    payment?.kind === 'member' && payment.bankFileId === file.id && payment.status === completed;
  const members = await membersNow([...payments.values()].filter(isPaid));
  const changes: Change[] = [];
  const notified = await notifyEach(lines, async (line) => {
    const payment = line.kind === 'payment' ? payments.get(line.paymentId) : undefined;
    if (!isPaid(payment)) return;
    const member = members.get(payment.memberId);
    if (!member || !(await wasNotified(reimbursedEmail(member, payment, line.lastFour)))) return;
    changes.push(
      auditWrite(
        {
          name: 'member told of reimbursement',
          subject: `member ${member.id}`,
          partnerId: member.partnerId,
          who,
          after: { payment: payment.id },
        },
        now,
      ),
    );
  });
  const lastNotified = notified < lines.length ? (lines[notified - 1]?.trace ?? null) : last;
  return {
    changes,
    done: 0,
    next: lastNotified === null ? null : { phase: 'notify', after: lastNotified },
    message: 'The payments were completed. Notifying members.',
  };
}

const reimbursedEmail = (
  { id, firstName, email }: Member,
  { amountToBeSent, periodId }: MemberPayment,
  lastFour: string,
): Email =>
  linkEmail(
    email,
    'Your reimbursement was paid',
    [
      `Hello ${firstName},`,
      `We paid ${showMoney(amountToBeSent)} for ${periodName(periodId)} to your account ending in ${lastFour}.`,
      'If it is not on your bank statement, contact us.',
    ],
    {
      title: 'View your reimbursements',
      address: membershipAddress(id, '/member/account/reimbursement'),
    },
  );

async function wasNotified(email: Email): Promise<boolean> {
  try {
    await sendEmail(email);
    return true;
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    log('warn', 'member could not be told of a reimbursement', errorFields(error));
    return false;
  }
}

export const settlementSteps = defineJob({
  claims: ({ phase }) => phase === 'notify',
  input: z.object({ bankFileId: z.string() }),
  cursor: settlementCursor.default({ phase: 'settle', after: null }),
  step: async ({ input, cursor, startedBy, now }): Promise<SettlementStep> => {
    const file = await loadBankFile(input.bankFileId);
    const message = 'The payments of this file were completed.';
    if (cursor.phase === 'notify') return notifyReimbursed(file, cursor.after, { who: startedBy, now });
    if (!maySettle(file, 'settle')) return { done: 0, next: null, message };
    const step = await settleEntries(file, 'settle', cursor.after ?? undefined, { who: startedBy, now });
    return {
      changes: step.changes,
      done: step.done,
      next: step.last === null ? firstToNotify(file) : { phase: 'settle', after: step.last },
      message,
    };
  },
});
