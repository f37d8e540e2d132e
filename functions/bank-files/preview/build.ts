import { accountTypeOf } from '../../../shared/bank-accounts/account-number.ts';
import type { BankLine } from '../../../shared/bank-files/bank-flows.ts';
import type { SelectedPayment } from '../../../shared/bank-files/bank-run.ts';
import { payeeNameOf } from '../../../shared/payments/payment.ts';
import type { BankFlow } from '../../../shared/bank-files/bank-flow-table.ts';
import { remittanceOf } from '../../../shared/bank-files/bank-profile.ts';
import type { BankSettings } from '../../../shared/bank-files/bank-settings.ts';
import { sameDayAtOf } from '../../../shared/bank-files/same-day.ts';
import { isRetry } from '../../../shared/bank-files/resend.ts';
import { checkNachaFile } from '../../../shared/bank-files/nacha/check-file.ts';
import { batchTotals, canonicalEntry } from '../../../shared/bank-files/nacha/write-file.ts';
import type { NachaEntry } from '../../../shared/bank-files/nacha/format.ts';
import { writeBankFiles } from '../../../shared/bank-files/split-entries.ts';
import { Refusal } from '../../../shared/refusal.ts';
import type { AccountNumbers } from '../../platform/vault.ts';
import type { BankAccountRecord } from '../../bank-accounts/account-record.ts';
import { openBankAccount } from '../../bank-accounts/store.ts';
import { lineKeyOf } from '../entry-store.ts';
import { sha256 } from '../../platform/digest.ts';

export type SealedPayment = SelectedPayment<BankAccountRecord>;

/** Numbers and dates of a run's files; with the entries and settings, they determine every byte. */
export interface RunMoment {
  bankFlow: BankFlow;
  instant: string;
  effectiveDate: string;
  place: number;
  firstTrace: number;
}

export interface BuiltFile {
  text: string;
  fileHash: string;
  fileIdModifier: string;
  debit: number;
  credit: number;
  entryCount: number;
  lines: { line: SealedPayment; trace: string; entryDigest: string }[];
}

/**
 * Builds and validates the files; the caller has recorded the account access. Throws with the payee's name when the
 * bank would reject an entry.
 */
export async function buildFiles(
  settings: BankSettings,
  lines: readonly SealedPayment[],
  moment: RunMoment,
): Promise<BuiltFile[]> {
  if (lines.some(({ payment }) => payment.isTest)) throw new Error('a test payment in a bank file');
  const opened = await openAll(lines);
  const byKey = new Map(lines.map((line) => [lineKeyOf(line.payment.id), line]));
  const { bankFlow: flow, effectiveDate } = moment;
  const ordered = inBatches(lines);
  const batches = ordered.map(({ retry, lines: some }) => ({
    flow,
    effectiveDate,
    sameDayAt: sameDayAtOf(settings, flow, new Date(moment.instant), effectiveDate),
    retry,
    lines: some.map((line) => bankLineOf(settings, flow, line, opened)),
  }));
  const files: BuiltFile[] = [];
  try {
    for (const written of writeBankFiles(settings, batches, {
      instant: new Date(moment.instant),
      firstFile: moment.place,
      firstTrace: moment.firstTrace,
    })) {
      const problem = checkNachaFile(written.text, settings)[0];
      if (problem)
        throw new Refusal(
          'conflict',
          `The bank would reject this file: line ${problem.line}, ${problem.sentence}`,
        );
      const totals = written.batches.map(batchTotals);
      const entries = written.batches.flatMap((batch) =>
        batch.entries.map((entry) => ({ entry, entryDigest: sha256(canonicalEntry(batch, entry)) })),
      );
      files.push({
        text: written.text,
        fileHash: sha256(written.text),
        fileIdModifier: written.fileIdModifier,
        debit: totals.reduce((sum, { debit }) => sum + debit, 0),
        credit: totals.reduce((sum, { credit }) => sum + credit, 0),
        entryCount: entries.length,
        lines: entries.flatMap(({ entry, entryDigest }) => ownLine(entry, entryDigest, byKey)),
      });
    }
  } catch (error) {
    throw error instanceof Refusal ? named(error, ordered) : error;
  }
  return files;
}

const ownLine = (entry: NachaEntry, entryDigest: string, byKey: ReadonlyMap<string, SealedPayment>) => {
  const line = byKey.get(entry.id);
  return line ? [{ line, trace: entry.trace, entryDigest }] : [];
};

type Batch = { retry: boolean; lines: SealedPayment[] };

/** Groups entries into batches. Retries need their own batch, described as `RETRY PYMT`. */
const inBatches = (lines: readonly SealedPayment[]): Batch[] =>
  [false, true]
    .map((retry) => ({ retry, lines: lines.filter(({ payment }) => isRetry(payment) === retry) }))
    .filter((batch) => batch.lines.length > 0);

function named(refusal: Refusal, batches: readonly Batch[]): Refusal {
  const [, batch, place] = /^batches\.(\d+)\.entries\.(\d+)/.exec(refusal.field ?? '') ?? [];
  const line = batches[Number(batch)]?.lines[Number(place)];
  return line
    ? new Refusal('conflict', `${payeeNameOf(line.payment) || 'A payee'}: ${refusal.message}`)
    : refusal;
}

function bankLineOf(
  settings: BankSettings,
  flow: BankFlow,
  { payment, account }: SealedPayment,
  opened: ReadonlyMap<string, AccountNumbers>,
): BankLine {
  const numbers = opened.get(account.payeeToken);
  if (!numbers) throw new Error('an account was not opened');
  return {
    ...numbers,
    key: lineKeyOf(payment.id),
    name: account.nameOnAccount,
    accountType: accountTypeOf(account.bankAccountType),
    amount: payment.amountToBeSent,
    remittance: remittanceOf(settings, flow, payment),
  };
}

const atOnce = 50;

async function openAll(lines: readonly SealedPayment[]): Promise<Map<string, AccountNumbers>> {
  const accounts = [...new Map(lines.map(({ account }) => [account.payeeToken, account])).values()];
  const opened = new Map<string, AccountNumbers>();
  for (let start = 0; start < accounts.length; start += atOnce)
    await Promise.all(
      accounts.slice(start, start + atOnce).map(async (account) => {
        opened.set(account.payeeToken, await openBankAccount(account));
      }),
    );
  return opened;
}
