import {
  acknowledgementFile,
  entriesOf,
  replyFile,
  type Reply,
  statementFile,
} from '../../infra/local/bank/reply-file.ts';
import { addDays, dateInChicago, isBankingDay } from '../../shared/calendar.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import type { Observed } from './observed.ts';
import type { World } from './world.ts';

const ourBank = '091000022';

/** Return codes by frequency: every code with a rule, and unknown ones. */
const codes = (
  'R01 R01 R01 R01 R09 R02 R02 R03 R04 R20 R05 R07 R10 R10 R11 R29 R29 R08 R14 R15 R16 R23 R06 R12 R13 R17 R18 R19 R21 R22 ' +
  'R24 R25 R26 R27 R28 R31 R33 R61 R62 R67 R68 R69 R70 R77'
).split(' ');

const creditCodes = ['22', '23', '32', '33'];
/** Return codes that a bank uses for some entries only (Nacha Operating Rules, appendix four). */
const limitedCodes: Readonly<Record<string, (of: { isDebit: boolean; entryClass: string }) => boolean>> = {
  R01: ({ isDebit }) => isDebit,
  R05: ({ isDebit, entryClass }) => isDebit && entryClass === 'CCD',
  R07: ({ isDebit, entryClass }) => isDebit && entryClass !== 'CCD',
  R08: ({ isDebit }) => isDebit,
  R09: ({ isDebit }) => isDebit,
  R10: ({ isDebit, entryClass }) => isDebit && entryClass !== 'CCD',
  R11: ({ isDebit }) => isDebit,
  R23: ({ isDebit }) => !isDebit,
  R29: ({ isDebit }) => isDebit,
  R31: ({ isDebit, entryClass }) => isDebit && entryClass === 'CCD',
};

/** Notifications of change: the code and its data. */
const changes: readonly [code: string, data: string][] = [
  ['C01', '5550001234'],
  ['C02', '231380104'],
  ['C03', '231380104   5550001235'],
  ['C05', '37'],
  ['C06', '5550001236          37'],
  ['C07', '2313801045550001237       37'],
  ['C01', '!'],
  ['C09', ''],
];

interface Pending {
  due: string;
  name: string;
  text: string;
  replies?: readonly Reply[];
}

/** Yields entries that decide about an activation or a refund: first dues, and dues of members who leave. */
export function* decisiveTraces({ payments, members }: Observed): Generator<string> {
  for (const payment of payments.values()) {
    if (payment.kind !== 'member' || payment.paymentTypeId !== 6) continue;
    const { startsOn, leavingOn } = members.get(payment.memberId) ?? {};
    const isFirst = startsOn?.slice(0, 7).replace('-', '') === payment.periodId;
    if (isFirst || leavingOn) yield payment.attempts.at(-1)?.trace ?? '';
  }
}

/**
 * The bank of the portal. It works on banking days, acknowledges most files, states settled files a day or months later, returns and
 * corrects entries, also late, and delivers some files twice or under another name.
 */
export class SimulatedBank {
  private readonly answered = new Set<string>();
  private readonly stated = new Set<string>();
  private readonly pending: Pending[] = [];
  /** First days on which slow files appear in a statement, by file. */
  private readonly slow = new Map<string, string>();
  private sequence = 0;
  /** Traces of entries that are returned; a bank returns an entry once. */
  private readonly returned = new Set<string>();
  /** Entries of all files by trace. */
  private readonly sent = new Map<string, Pick<Reply, 'entry' | 'entryClass'>>();
  private readonly returnRate: number;
  private readonly repeats: boolean;
  private readonly lossRate: number;

  constructor(returnRate: number, { repeats, loses }: { repeats: boolean; loses: boolean }) {
    this.returnRate = returnRate;
    this.repeats = repeats;
    this.lossRate = loses ? 0.02 : 0;
  }

  /** Reads new files of the outbox and decides the replies. */
  read({ portal: { cloud }, observed }: World): void {
    for (const name of cloud.files.names('wellport-outbox')) {
      if (this.answered.has(name)) continue;
      this.answered.add(name);
      const text = Buffer.from(cloud.files.files.get(`wellport-outbox/${name}`) ?? []).toString('latin1');
      const entries = entriesOf(text);
      if (entries.length === 0) continue;
      for (const sent of entries) this.sent.set(sent.entry.trace, sent);
      const { random } = cloud;
      const decisive = new Set(decisiveTraces(observed));
      const file = [...observed.bankFiles.values()].find((of) => of.name === name);
      if (!file) throw new Error(`the file ${name} is not stored`);
      if (this.lossRate > random()) {
        this.stated.add(file.id);
        continue;
      }
      const day = (offset: number) => addDays(dateInChicago(cloud.now), offset);
      // without an acknowledgment, the statement shows that the file arrived, sometimes months later
      const isSlow = this.lossRate * 4 > random();
      if (isSlow) this.slow.set(file.id, day(30 + Math.floor(random() * 60)));
      else if (random() < 0.95)
        this.pending.push({ due: day(1), name: `ack-${name}`, text: acknowledgementFile(text) });
      // an account that the bank corrected can also be refused, and the holder can dispute the entry later
      const corrected = new Set<string>();
      for (const { isReturn, due } of [
        { isReturn: false, due: day(1 + Math.floor(random() * 3)) },
        { isReturn: true, due: day(2 + Math.floor(random() * 2)) },
        { isReturn: true, due: day(10 + Math.floor(random() * 30)) },
      ]) {
        const rate = this.returnRate * (isReturn && due < day(9) ? 1 : 0.2);
        const isReversal = isReturn && file.purpose === 'reversal';
        const rateOf = (trace: string) =>
          rate * (isReversal || corrected.has(trace) ? 10 : decisive.has(trace) ? 2.5 : 1);
        const replies = entries
          .filter(
            ({ entry: { trace } }) => random() < rateOf(trace) && !(isReturn && this.returned.has(trace)),
          )
          .map((sent): Reply => ({ ...sent, ...this.answer(sent, isReturn, random) }));
        for (const { entry } of replies) (isReturn ? this.returned : corrected).add(entry.trace);
        if (replies.length === 0) continue;
        this.reply(replies, due);
      }
    }
  }

  private reply(replies: readonly Reply[], due: string): void {
    this.sequence += 1;
    const text = replyFile(ourBank, replies, due, this.sequence);
    this.pending.push({ due, name: `replies-${this.sequence}.ach`, text, replies });
  }

  /** Returns settled dues of members who revoked their authorization, mostly for insufficient funds, or have a refund. */
  private returnDuesOfLeavers({ portal: { cloud }, observed, bankView }: World, today: string): void {
    for (const payment of observed.payments.values()) {
      if (payment.kind !== 'member' || payment.paymentTypeId !== 6) continue;
      const entry = bankView.entriesOf(payment.id).at(-1);
      const sent = this.sent.get(entry?.trace ?? '');
      if (!entry || !sent || this.returned.has(entry.trace)) continue;
      if (entry.effectiveDate >= today || entry.effectiveDate < addDays(today, -20)) continue;
      const isRevoked = bankView.hasRevoked(payment.memberId);
      const refund = observed.payments.get(`${payment.id.replace('-6-', '-7-')}-dues`);
      if ((!isRevoked && refund?.status !== 0) || cloud.random() > this.returnRate * 3) continue;
      this.returned.add(entry.trace);
      const answer = this.answer(sent, true, cloud.random);
      this.reply([{ ...sent, ...answer, ...(isRevoked && cloud.random() < 0.8 && { code: 'R01' }) }], today);
    }
  }

  private answer(
    { entry, entryClass }: Pick<Reply, 'entry' | 'entryClass'>,
    isReturn: boolean,
    random: () => number,
  ): Pick<Reply, 'code' | 'correctedData'> {
    if (isReturn) {
      const of = { isDebit: !creditCodes.includes(String(entry.transactionCode)), entryClass };
      const possible = codes.filter((code) => limitedCodes[code]?.(of) ?? true);
      return { code: possible[Math.floor(random() * possible.length)] ?? 'R02' };
    }
    const [code = 'C01', correctedData = ''] = changes[Math.floor(random() * changes.length)] ?? [];
    return { code, correctedData };
  }

  /** Delivers the files that are due, on banking days only. */
  async deliver(world: World): Promise<void> {
    const { random, now } = world.portal.cloud;
    const today = dateInChicago(now);
    if (!isBankingDay(today)) return;
    this.stateSettled(world, today);
    if (this.returnRate > 0) this.returnDuesOfLeavers(world, today);
    for (const file of this.pending.splice(0)) {
      if (file.due > today) this.pending.push(file);
      else {
        await this.bring(world, file);
        if (!this.repeats || random() > 0.1) continue;
        this.pending.push({
          ...file,
          due: addDays(today, 1),
          name: random() < 0.5 ? file.name : `again-${file.name}`,
        });
      }
    }
  }

  /** Writes the statement of the files that settled, each line one file. */
  private stateSettled({ observed }: World, today: string): void {
    const settled = [...observed.bankFiles.values()].filter(
      ({ id, status, effectiveDate }) =>
        !this.stated.has(id) &&
        effectiveDate < today &&
        (this.slow.get(id) ?? '') < today &&
        ['submitted', 'acknowledged', 'settled'].includes(status),
    );
    for (const [date, files] of Map.groupBy(settled, ({ effectiveDate }) => effectiveDate))
      this.pending.push({
        due: today,
        name: `statement-${date}-${this.sequence++}.txt`,
        text: statementFile(files, date),
      });
    for (const { id } of settled) this.stated.add(id);
  }

  /** Administrators import a file, or the portal takes it from the bucket. */
  private async bring(
    { portal, admins, bankView }: World,
    { name, text, replies = [] }: Pending,
  ): Promise<void> {
    const bytes = Buffer.from(text, 'latin1');
    bankView.replied(replies);
    // above the limits, the same file of a second administrator approves it
    for (const admin of admins) {
      await portal.succeed(bankFiles.receiveReturns, admin, { body: {}, files: { file: { name, bytes } } });
      await portal.work();
    }
  }
}
