import { entriesOf, replyFile, type Reply } from '../../infra/local/bank/reply-file.ts';
import { loadBankFile } from '../../functions/bank-files/store.ts';
import { now } from '../../functions/platform/clock.ts';
import type { User } from '../../functions/users/user.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { dateInChicago } from '../../shared/calendar.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { call, type Received } from '../support/call.ts';
import { runJob } from '../support/jobs.ts';
import {
  check,
  finishEverything,
  givenPayments,
  outboxText,
  paymentsAsStored,
  send,
  setClockIn,
  threePayments,
} from './runs.ts';

const ours = '091000022';

export async function sendToBank(admin: User, period: string): Promise<{ text: string; fileId: string }> {
  const { hash } = (await check(admin, period)).body;
  const { body } = await send(admin, period, hash);
  await finishEverything();
  const fileId = body.files[0]?.id ?? '';
  return { text: await outboxText((await loadBankFile(fileId)).name), fileId };
}

export async function sendThree(admin: User, period: string) {
  setClockIn(period);
  const payments = threePayments(period);
  await givenPayments(payments);
  return { period, payments, ...(await sendToBank(admin, period)) };
}

/** Pairs the entries of a sent text with their codes, in file order; entries with a null code are omitted. */
export const replies = (text: string, codes: readonly (string | null)[], correctedData?: string): Reply[] =>
  entriesOf(text).flatMap((sent, index) => {
    const code = codes[index];
    return code ? [{ ...sent, code, ...(correctedData !== undefined && { correctedData }) }] : [];
  });

let sequence = 0;
export const fileFromBank = (answers: readonly Reply[]): string =>
  replyFile(ours, answers, dateInChicago(now()), ++sequence);

export const receive = (admin: User, text: string | Uint8Array, name = 'returns.ach'): Promise<Received> =>
  call(bankFiles.receiveReturns, admin, {
    body: {},
    files: { file: { name, bytes: typeof text === 'string' ? Buffer.from(text, 'latin1') : text } },
  });

export async function receiveAndProcess(admin: User, text: string, name?: string) {
  const { body } = await receive(admin, text, name);
  const { inboxFileId, jobId } = body;
  if (jobId) await runJob(jobId);
  return (await call(bankFiles.getReceived, admin, { params: { inboxFileId } })).body;
}

export const statusesOf = async (payments: readonly Payment[]): Promise<number[]> =>
  (await paymentsAsStored(payments)).map(({ status }) => status);
