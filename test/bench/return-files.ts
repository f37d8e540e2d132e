import { receiveBankFile } from '../../functions/bank-files/inbox/receive.ts';
import { itemOf } from '../../functions/table/change.ts';
import { paymentEntity } from '../../functions/payments/store.ts';
import { newId } from '../../functions/platform/time-and-chance.ts';
import { fingerprint } from '../../functions/platform/fingerprint.ts';
import { sentEntryEntity } from '../../functions/bank-files/sent-entry-store.ts';
import { ourBank } from '../../infra/local/bank/answer.ts';
import { replyFile, type Reply } from '../../infra/local/bank/reply-file.ts';
import { somePayment } from '../bank-files/runs.ts';
import { runJob } from '../support/jobs.ts';
import { makeWorld } from '../support/world.ts';
import { costOf, print, type Line } from './measure.ts';
import { putAll } from './put-all.ts';

const numbers = { routingNumber: '091000019', accountNumber: '70001' };
const day = '2026-11-10';

/** What was sent, as sending leaves it: Submitted payments and their entries, from a trace number on. */
async function sent(count: number, firstTrace: number): Promise<Reply[]> {
  const known = await fingerprint(numbers);
  const bankFileId = `file-${firstTrace}`;
  const items: Record<string, unknown>[] = [];
  const replies: Reply[] = [];
  for (let place = 0; place < count; place++) {
    const trace = `09100002${String(firstTrace + place).padStart(7, '0')}`;
    const amount = 100_00;
    const attempt = {
      trace,
      bankFileId,
      at: `${day}T12:00:00.000Z`,
      amount,
      effectiveDate: day,
      returned: null,
    };
    const payment = somePayment(`R${firstTrace}-${place}`, { status: 2, attempts: [attempt], version: 1 });
    const { id: paymentId, payeeToken, partnerName: name } = payment;
    items.push(
      itemOf(paymentEntity, payment),
      itemOf(sentEntryEntity, {
        trace,
        bankFileId,
        paymentId,
        payeeToken: payeeToken ?? '',
        amount: payment.amountToBeSent,
        fingerprint: known,
        lastFour: '0001',
        name,
        effectiveDate: day,
        returnedBy: null,
        version: 1,
      }),
    );
    const entry = {
      transactionCode: 27,
      direction: 'debit' as const,
      ...numbers,
      amount: payment.amountToBeSent,
      id: `R${place}`,
      name: name.slice(0, 22),
      discretionaryData: '',
      trace,
      addenda: [],
    };
    replies.push({ entry: entry as unknown as Reply['entry'], entryClass: 'CCD', code: 'R01' });
  }
  await putAll(items);
  return replies;
}

/** A file of returns of two sizes: a job, whose units an entry do not grow with the file. */
export async function benchReturnFiles(sizes: readonly [number, number] = [1000, 10_000]): Promise<Line[]> {
  await makeWorld();
  const costs: { read: number; write: number }[] = [];
  let firstTrace = 1;
  for (const size of sizes) {
    const replies = await sent(size, firstTrace);
    firstTrace += size;
    const bytes = Buffer.from(replyFile(ourBank, replies, day, costs.length + 1), 'latin1');
    const receiver = { userId: 'bench', now: new Date(`${day}T18:00:00Z`), newId: () => newId() };
    const { jobId } = await receiveBankFile({ name: `returns-${size}.ach`, bytes }, receiver);
    if (jobId === null) throw new Error('no job');
    let status = '';
    const cost = await costOf(async () => void (status = (await runJob(jobId)).status));
    if (status !== 'done') throw new Error(`the job of ${size} entries is ${status}`);
    costs.push({ read: cost.readUnits / size, write: cost.writeUnits / size });
  }
  const [small = { read: 0, write: 0 }, large = small] = costs;
  const ratio = (large.read + large.write) / (small.read + small.write);
  const shown = ({ read, write }: typeof small) => `${read.toFixed(2)} read, ${write.toFixed(2)} written`;
  const lines = [
    { what: `units an entry of ${sizes[0].toLocaleString('en-US')} returns`, value: shown(small) },
    { what: `units an entry of ${sizes[1].toLocaleString('en-US')} returns`, value: shown(large) },
    {
      what: 'the larger against the smaller',
      value: `${ratio.toFixed(2)} times`,
      bound: 'at most 1.10 times',
      holds: ratio <= 1.1,
    },
  ];
  print('Files of returns', lines);
  return lines.slice(2);
}
