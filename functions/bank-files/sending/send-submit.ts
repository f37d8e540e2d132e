import { seriesOf, type LastSent } from '../../../shared/bank-files/bank-run.ts';
import { isFirstDues } from '../../../shared/bank-files/exclusion.ts';
import type { Member } from '../../../shared/members/member.ts';
import { moveMember } from '../../../shared/members/membership-status.ts';
import { isReserved, movePayment } from '../../../shared/payments/payment-moves.ts';
import { returned } from '../../../shared/payments/payment-status.ts';
import { memberChange } from '../../members/store.ts';
import { paymentChange } from '../../payments/store.ts';
import { auditWrite } from '../../table/audit.ts';
import type { Change } from '../../table/change.ts';
import { bankFlowRow } from '../../../shared/bank-files/bank-flow-table.ts';
import { accountsNow, lastSentChanges, membersNow, paymentsNow } from '../entry-store.ts';
import type { PhaseGiven, PhaseStep } from './send-steps.ts';
import { bankFileChange } from '../store.ts';

/**
 * A payment, its event and what is remembered of its payee are three items of a transaction, which takes 100; first
 * dues also move their member, with an event.
 */
const linesAtOnce = 30;
const memberLinesAtOnce = 15;

/**
 * Marks the next payments of a delivered file as Submitted (0 → 2), and activates the members whose first dues they
 * are.
 */
export async function submitStep({ file, lines, from, who, now }: PhaseGiven): Promise<PhaseStep> {
  const at = now.toISOString();
  const { kind } = bankFlowRow(file.bankFlow);
  const chunk = lines.slice(from, from + (kind === 'member' ? memberLinesAtOnce : linesAtOnce));
  const payments = await paymentsNow(chunk.map(({ paymentId }) => paymentId));
  const accounts = await accountsNow(chunk.map(({ payeeToken }) => payeeToken));
  const members = await membersNow([...payments.values()]);
  const changes: Change[] = [];
  const sent: LastSent[] = [];
  for (const { paymentId, payeeToken, accountVersion, amount, trace } of chunk) {
    const payment = payments.get(paymentId);
    if (payment?.bankFileId !== file.id || !isReserved(payment)) continue;
    const after = movePayment(payment, payment.status === returned ? 'retry' : 'submit', { at, trace });
    changes.push(
      ...paymentChange(payment, after),
      auditWrite(
        {
          name: 'payment status changed',
          subject: `payment ${paymentId}`,
          who,
          before: { status: payment.status },
          after: { status: after.status, bankFileId: file.id },
        },
        now,
      ),
    );
    const member = payment.kind === 'member' ? members.get(payment.memberId) : undefined;
    if (member && isFirstDues(payment, member)) changes.push(...activation(member, who, now));
    const account = accounts.get(payeeToken);
    // an account that changed since is not the one that was used: next time it counts as changed
    const fingerprint = account?.version === accountVersion ? account.fingerprint : '';
    sent.push({ payeeToken, series: seriesOf(payment), amount, fingerprint, sentAt: at });
  }
  changes.push(...lastSentChanges(sent));
  const next = from + chunk.length;
  if (next === lines.length)
    changes.push(
      ...bankFileChange(file, { ...file, status: 'submitted', statusAt: at }),
      auditWrite(
        {
          name: 'bank file sent',
          subject: `bank file ${file.id}`,
          who,
          after: { name: file.name, hash: file.hash, payments: lines.length },
        },
        now,
      ),
    );
  return {
    changes,
    done: chunk.length,
    next,
    message: `Marked ${next.toLocaleString('en-US')} of ${lines.length.toLocaleString('en-US')} payments as submitted.`,
  };
}

/** The first dues went to the bank: the member is activated from the first day of the enrollment (3 → 4). */
function activation(member: Member, who: string, now: Date): Change[] {
  const after = moveMember(member, 'submitFirstDues', {});
  const { invitationStatus, activatedOn } = after;
  if (invitationStatus === member.invitationStatus && activatedOn === member.activatedOn) return [];
  return [
    ...memberChange(member, after),
    auditWrite(
      {
        name: 'member status changed',
        subject: `member ${member.id}`,
        who,
        before: { invitationStatus: member.invitationStatus },
        after: { invitationStatus, activatedOn },
      },
      now,
    ),
  ];
}
