import { Refusal } from '../refusal.ts';
import { nachaBatches, type BankPayment, type FlowBatch } from './bank-flows.ts';
import type { BankSettings } from './bank-settings.ts';
import { amountLimit, maximumLines, totalLimit, type NachaBatch } from './nacha/format.ts';
import { buildNachaFile } from './nacha/write-file.ts';
import { showMoney, type Cents } from '../money.ts';

/** `hasRemittance`: the text of the addenda is written when the file is built. */
type SplitPayment = Pick<BankPayment, 'amount' | 'remittance'> & { hasRemittance?: boolean };

const recordsOf = ({ remittance, hasRemittance }: SplitPayment): number =>
  remittance === undefined && !hasRemittance ? 1 : 2;

/**
 * Splits batches into the fewest files in the same order: at most 10,000 lines, totals within control records, and
 * offsets within entry limits.
 */
export function splitEntries<SplittablePayment extends SplitPayment, Rest extends object>(
  settings: BankSettings,
  batches: readonly (Rest & { payments: SplittablePayment[] })[],
): (Rest & { payments: SplittablePayment[] })[][] {
  const offset = settings.offsetAccount ? 1 : 0;
  const mostMoney = (offset ? amountLimit : totalLimit) - 1;
  const files: (Rest & { payments: SplittablePayment[] })[][] = [];
  let file: (Rest & { payments: SplittablePayment[] })[] = [];
  let records = 2;
  let money = 0;
  for (const batch of batches) {
    let part: SplittablePayment[] = [];
    for (const payment of batch.payments) {
      const opening = part.length === 0 ? 2 + offset : 0;
      if (
        file.length > 0 &&
        (records + opening + recordsOf(payment) > maximumLines || money + payment.amount > mostMoney)
      ) {
        files.push(file);
        file = [];
        part = [];
        records = 2;
        money = 0;
      }
      if (part.length === 0) {
        file.push({ ...batch, payments: part });
        records += 2 + offset;
      }
      part.push(payment);
      records += recordsOf(payment);
      money += payment.amount;
    }
  }
  if (file.length > 0) files.push(file);
  return files;
}

const modifiers = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const maximumFilesPerDay = modifiers.length;
const tooManyFiles = 'The bank accepts 36 files per day from one origin. Send the rest on the next day.';

/** Returns the modifier of a zero-based daily position: A to Z, then 0 to 9. Throws for the 37th file. */
export function fileIdModifierOf(fileIndex: number): string {
  const modifier = modifiers[fileIndex];
  if (modifier === undefined) throw new Refusal('conflict', tooManyFiles);
  return modifier;
}

export type BuiltBankFile = { text: string; fileIdModifier: string; batches: NachaBatch[] };

/** Writes the files of a run one at a time to limit memory use. Traces continue across files from `firstTrace`. */
export function* writeBankFiles(
  settings: BankSettings,
  batches: FlowBatch[],
  moment: { instant: Date; firstFile?: number; firstTrace?: number; reference?: string },
): Generator<BuiltBankFile> {
  let firstTrace = moment.firstTrace ?? 1;
  for (const [index, file] of splitEntries(settings, batches).entries()) {
    const fileIdModifier = fileIdModifierOf((moment.firstFile ?? 0) + index);
    const nachaBatchList = nachaBatches(settings, file, firstTrace);
    const { instant, reference } = moment;
    yield {
      text: buildNachaFile(settings, nachaBatchList, { instant, fileIdModifier, reference }),
      fileIdModifier,
      batches: nachaBatchList,
    };
    firstTrace += nachaBatchList.reduce((entries, batch) => entries + batch.entries.length, 0);
  }
}

export interface RunSummary {
  filesToday: number;
  files: readonly Cents[];
  highestEntry: Cents;
  startedToday: Cents;
  newAccounts: number;
  changedAccounts: number;
  /** Names of files of the last ten days with the same amounts, accounts, and date. */
  sameAs: readonly string[];
}

type Limits = Pick<BankSettings, 'limits' | 'twoPersons'>;

const totalOf = ({ files }: RunSummary): Cents => files.reduce((sum, file) => sum + file, 0);
const isOver = (amount: Cents, limit: Cents | null): limit is Cents => limit !== null && amount > limit;

export function limitError({ limits }: Limits, summary: RunSummary): string | undefined {
  const highest = Math.max(...summary.files, 0);
  const today = summary.startedToday + totalOf(summary);
  if (summary.filesToday + summary.files.length > maximumFilesPerDay) return tooManyFiles;
  if (isOver(highest, limits.file))
    return `This file totals ${showMoney(highest)}, but the bank accepts at most ${showMoney(limits.file)} per file. Choose one partner at a time.`;
  if (isOver(today, limits.day))
    return `This file would bring today’s total to ${showMoney(today)}, but the bank accepts at most ${showMoney(limits.day)} per day. Send it on the next banking day.`;
  return undefined;
}

export function reasonsForTwo({ twoPersons }: Limits, summary: RunSummary): string[] {
  const { above, entryAbove, dayAbove, forNewAccounts } = twoPersons;
  const total = totalOf(summary);
  const today = summary.startedToday + total;
  const accounts = (count: number, which: string) => `${count.toLocaleString('en-US')} ${which}`;
  const reasons: [boolean, string][] = [
    [isOver(total, above), `The total is above ${showMoney(above ?? 0)}.`],
    [isOver(summary.highestEntry, entryAbove), `A payment is above ${showMoney(entryAbove ?? 0)}.`],
    [isOver(today, dayAbove), `Today’s files total more than ${showMoney(dayAbove ?? 0)}.`],
    [
      forNewAccounts && summary.newAccounts > 0,
      summary.newAccounts === 1
        ? 'An account is used for the first time.'
        : accounts(summary.newAccounts, 'accounts are used for the first time.'),
    ],
    [
      forNewAccounts && summary.changedAccounts > 0,
      summary.changedAccounts === 1
        ? 'An account changed since the last file.'
        : accounts(summary.changedAccounts, 'accounts changed since the last file.'),
    ],
    [
      summary.sameAs.length > 0,
      `The same accounts and amounts on the same day are in ${summary.sameAs.join(', ')}.`,
    ],
  ];
  return reasons.filter(([holds]) => holds).map(([, message]) => message);
}

export const repeatedWithinDays = 10;
