import type { BankFile } from '../../../shared/bank-files/bank-file.ts';
import { periodName } from '../../../shared/calendar.ts';
import type { Member } from '../../../shared/members/member.ts';
import { showMoney } from '../../../shared/money.ts';
import { completed } from '../../../shared/payments/payment-status.ts';
import type { MemberPayment, Payment } from '../../../shared/payments/payment.ts';
import type { StepResult } from '../../jobs/job-kind.ts';
import { AddressRefused, linkEmail, sendEmail, type Email } from '../../platform/email.ts';
import { errorFacts, log } from '../../platform/log.ts';
import { auditWrite } from '../../table/audit.ts';
import type { Change } from '../../table/change.ts';
import { linesOf } from '../entry-store.ts';
import { membersNow, paymentsNow } from '../paid-store.ts';
import { tellEach } from '../tell-each.ts';

const prefix = 'tell/';
const emailsAtOnce = 5;

/** Where telling begins: once every payment of the file is completed. Null for a file that tells nobody. */
export const firstToTell = ({ bankFlow, purpose = 'payments' }: BankFile): string | null =>
  bankFlow === 'memberReimbursement' && purpose === 'payments' ? prefix : null;

/** True for a step that sends emails, and so is claimed before it begins. */
export const isTelling = (cursor: string): boolean => cursor.startsWith(prefix);

/** Tells the members of the next payments that what they were owed is paid; one that came back is told of by its return. */
export async function tellReimbursed(
  file: BankFile,
  cursor: string,
  { who, now }: { who: string; now: Date },
): Promise<StepResult> {
  const { lines, last } = await linesOf(file.id, cursor.slice(prefix.length) || undefined, emailsAtOnce);
  const payments = await paymentsNow(lines.map(({ paymentId }) => paymentId));
  const isPaid = (one: Payment | undefined): one is MemberPayment =>
    one?.kind === 'member' && one.bankFileId === file.id && one.status === completed;
  const members = await membersNow([...payments.values()].filter(isPaid));
  const changes: Change[] = [];
  const told = await tellEach(lines, async ({ paymentId, lastFour }) => {
    const payment = payments.get(paymentId);
    if (!isPaid(payment)) return;
    const member = members.get(payment.memberId);
    if (!member || !(await isTold(reimbursedEmail(member, payment, lastFour)))) return;
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
  const lastTold = told < lines.length ? (lines[told - 1]?.trace ?? null) : last;
  return {
    changes,
    done: 0,
    next: lastTold && `${prefix}${lastTold}`,
    message: 'The payments are completed, members are told.',
  };
}

const reimbursedEmail = (
  { firstName, email }: Member,
  { amountToBeSent, periodId }: MemberPayment,
  lastFour: string,
): Email =>
  linkEmail(
    email,
    'Your reimbursement is paid',
    [
      `Hello ${firstName},`,
      `We paid ${showMoney(amountToBeSent)} for ${periodName(periodId)} into your account ending in ${lastFour}.`,
      'If you do not find it on your bank statement, contact us.',
    ],
    { title: 'See your reimbursements', address: `${process.env.SITE_ADDRESS}/member/account/reimbursement` },
  );

/** False for an address that will never take it; any other problem is worth another attempt of the step. */
async function isTold(email: Email): Promise<boolean> {
  try {
    await sendEmail(email);
    return true;
  } catch (problem) {
    if (!(problem instanceof AddressRefused)) throw problem;
    log('warn', 'member could not be told of a reimbursement', errorFacts(problem));
    return false;
  }
}
