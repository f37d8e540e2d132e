import { seriesOf, type LastSent } from '../../shared/bank-files/bank-run.ts';
import { pending, submitted } from '../../shared/payments/payment-status.ts';
import { paymentChange } from '../payments/store.ts';
import { remember } from '../table/audit.ts';
import type { Change } from '../table/change.ts';
import { accountsNow, lastSentChanges, paymentsNow } from './line-store.ts';
import type { PhaseGiven, PhaseStep } from './send-steps.ts';
import { bankFileChange } from './store.ts';

/** A payment, its event and what is remembered of its payee are three items of a transaction, which takes 100. */
const linesAtOnce = 30;

/** Marks the next payments of a delivered file as Submitted (0 → 2). */
export async function submitStep({ file, lines, from, who, now }: PhaseGiven): Promise<PhaseStep> {
  const at = now.toISOString();
  const chunk = lines.slice(from, from + linesAtOnce);
  const payments = await paymentsNow(chunk.map(({ paymentId }) => paymentId));
  const accounts = await accountsNow(chunk.map(({ payeeToken }) => payeeToken));
  const changes: Change[] = [];
  const sent: LastSent[] = [];
  for (const { paymentId, payeeToken, accountVersion, amount } of chunk) {
    const payment = payments.get(paymentId);
    if (payment?.bankFileId !== file.id || payment.status !== pending) continue;
    changes.push(
      ...paymentChange(payment, { ...payment, status: submitted, statusAt: at }),
      remember(
        {
          name: 'payment status changed',
          subject: `payment ${paymentId}`,
          who,
          before: { status: pending },
          after: { status: submitted, bankFileId: file.id },
        },
        now,
      ),
    );
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
      remember(
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
