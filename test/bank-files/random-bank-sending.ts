import { bankAccountChange } from '../../functions/bank-accounts/store.ts';
import { loadBankFile } from '../../functions/bank-files/store.ts';
import { runJobSteps } from '../../functions/jobs/kinds/job-runner.ts';
import { paymentChange } from '../../functions/payments/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { transact } from '../../functions/table/transact.ts';
import type { User } from '../../functions/users/user.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { corrected } from '../../shared/payments/correction.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { call } from '../support/call.ts';
import type { Story } from './random-bank.ts';
import {
  accountNumberOf,
  breakOutbox,
  check,
  finishEverything,
  giveAccount,
  restoreOutbox,
  outboxNames,
  paymentsAsStored,
  pin,
  send,
  setClock,
  somePayment,
} from './runs.ts';

export const runThrough = (jobId: unknown): Promise<unknown> => runJobSteps(String(jobId), () => Infinity);

export async function givePayments(number: number, period: string, count: number): Promise<Payment[]> {
  const payments = Array.from({ length: count }, (_, index) => {
    const partnerId = String(9000 + index);
    // amounts differ, so that an entry identifies its payment
    const amountToBeSent = 1000 * (index + 1) + index;
    return somePayment(`P-1-4-${partnerId}-${period}`, {
      partnerId,
      periodId: period,
      totalPayment: 100_00,
      amountToBeSent,
      payeeToken: `payee-${number}-${index}`,
    });
  });
  const accounts = payments.map((payment) =>
    bankAccountChange(
      payment.payeeToken ?? '',
      { ownerKind: payment.kind, ownerId: payment.partnerId, payeeName: payment.partnerName },
      { routingNumber: '091000019', accountNumber: accountNumberOf(payment), bankAccountType: 0 },
      now(),
    ),
  );
  await transact(
    ...payments.flatMap((payment) => paymentChange(null, payment)),
    ...(await Promise.all(accounts)).flat(),
  );
  return payments;
}

export async function start({ admins, period, has }: Story): Promise<void> {
  const { hash } = (await check(admins[0], period)).body;
  if (!hash) return;
  const { body: first } = await send(admins[0], period, hash);
  const isOfTwo = has('ask to approve', 'approve') && first.jobId === null;
  const { body } = isOfTwo ? await send(admins[1], period, hash) : { body: first };
  if (isOfTwo && body.jobId === null) throw new Error('a file that two confirmed is not sent');
  if (body.jobId) await runThrough(body.jobId);
}

export async function sendFirst(story: Story): Promise<void> {
  const { has, met, survive } = story;
  if (story.changes !== 'nothing') await refused(story);
  if (has('ask to resolve', 'resolve')) return resolved(story);
  if (has('ask to approve', 'approve')) return approved(story);
  const outbox = has('send') ? story.outbox : 'takes';
  if (outbox !== 'takes') {
    breakOutbox(outbox === 'hides');
    met.add(outbox === 'hides' ? 'hides a file' : 'loses a file');
  }
  await survive('send', () => start(story));
  if (outbox === 'takes') return;
  restoreOutbox();
  await finishEverything();
  await start(story);
}

/** Changes a payment or account between check and PIN: the hash no longer matches, and nothing is sent. */
async function refused({ admins, period, payments, changes, has, met }: Story): Promise<void> {
  met.add(
    changes === 'an amount' ? 'an amount changes after the check' : 'an account changes after the check',
  );
  const { hash } = (await check(admins[0], period)).body;
  const isOfTwo = has('ask to approve', 'approve');
  if (isOfTwo) await send(admins[0], period, hash);
  const [stored] = await paymentsAsStored(payments);
  if (!stored) throw new Error('no payment');
  if (changes === 'an account') await giveAccount(stored, '70000000001');
  else await transact(...paymentChange(stored, corrected(stored, stored.amountToBeSent + 1)));
  const { status } = await send(admins[isOfTwo ? 1 : 0], period, hash);
  await finishEverything();
  if (status !== 409 || (await outboxNames()).length > 0)
    throw new Error(`a file of which ${changes} changed after the check: ${status}`);
}

async function approved(story: Story): Promise<void> {
  const { admins, period, survive } = story;
  const again = () => start(story);
  const { hash } = (await check(admins[0], period)).body;
  await survive('ask to approve', () => send(admins[0], period, hash), {
    again: () => send(admins[0], period, hash),
  });
  await survive('approve', () => send(admins[1], period, hash), { again });
  await finishEverything();
  await again();
}

async function resolved(story: Story): Promise<void> {
  const { admins, payments, survive } = story;
  breakOutbox(false);
  await start(story);
  const [stored] = await paymentsAsStored(payments);
  const bankFileId = stored?.bankFileId ?? '';
  const resolve = (admin: User, more: object = {}) =>
    call(bankFiles.resolveFile, admin, {
      params: { bankFileId },
      body: { outcome: 'never arrived', note: 'The bank has no such file.', ...more },
    });
  // a check in between makes a new attempt, which can arrive for fifteen minutes
  const wait = () => setClock(new Date(now().getTime() + 16 * 60_000).toISOString());
  wait();
  await survive('ask to resolve', () => resolve(admins[0]));
  wait();
  await survive('resolve', () => resolve(admins[1], { pin }));
  await finishEverything();
  const { status } = await loadBankFile(bankFileId);
  if (status !== 'canceled') throw new Error(`a lost file that two resolved is ${status}`);
  restoreOutbox();
  await start(story);
}
