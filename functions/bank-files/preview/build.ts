import { accountTypeOf } from '../../../shared/bank-accounts/bank-account.ts';
import type { BankPayment } from '../../../shared/bank-files/bank-flows.ts';
import type { SelectedPayment } from '../../../shared/bank-files/bank-run.ts';
import { payeeNameOf } from '../../../shared/payments/payment.ts';
import type { BankFlow } from '../../../shared/bank-files/bank-flow-table.ts';
import { remittanceOf, type BankSettings, sameDayAtOf } from '../../../shared/bank-files/bank-settings.ts';
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
  payments: { payment: SealedPayment; trace: string; entryDigest: string }[];
}

/**
 * Builds and validates the files; the caller has recorded the account access. Throws with the payee's name when the
 * bank would reject an entry.
 */
export async function buildFiles(
  settings: BankSettings,
  sealed: readonly SealedPayment[],
  moment: RunMoment,
): Promise<BuiltFile[]> {
  if (sealed.some(({ payment }) => payment.isTest)) throw new Error('a test payment in a bank file');
  const opened = await openAll(sealed);
  const byKey = new Map(sealed.map((sealedPayment) => [lineKeyOf(sealedPayment.payment.id), sealedPayment]));
  const { bankFlow, effectiveDate } = moment;
  const ordered = inBatches(sealed);
  const batches = ordered.map(({ retry, sealed: some }) => ({
    bankFlow,
    effectiveDate,
    sameDayAt: sameDayAtOf(settings, bankFlow, new Date(moment.instant), effectiveDate),
    retry,
    payments: some.map((sealed) => bankLineOf(settings, bankFlow, sealed, opened)),
  }));
  const files: BuiltFile[] = [];
  try {
    for (const builtFile of writeBankFiles(settings, batches, {
      instant: new Date(moment.instant),
      firstFile: moment.place,
      firstTrace: moment.firstTrace,
    })) {
      const error = checkNachaFile(builtFile.text, settings)[0];
      if (error)
        throw new Refusal(
          'conflict',
          `The bank would reject this file: line ${error.line}, ${error.message}`,
        );
      const totals = builtFile.batches.map(batchTotals);
      const entries = builtFile.batches.flatMap((batch) =>
        batch.entries.map((entry) => ({ entry, entryDigest: sha256(canonicalEntry(batch, entry)) })),
      );
      files.push({
        text: builtFile.text,
        fileHash: sha256(builtFile.text),
        fileIdModifier: builtFile.fileIdModifier,
        debit: totals.reduce((sum, { debit }) => sum + debit, 0),
        credit: totals.reduce((sum, { credit }) => sum + credit, 0),
        entryCount: entries.length,
        payments: entries.flatMap(({ entry, entryDigest }) => ownLine(entry, entryDigest, byKey)),
      });
    }
  } catch (error) {
    throw error instanceof Refusal ? named(error, ordered) : error;
  }
  return files;
}

const ownLine = (entry: NachaEntry, entryDigest: string, byKey: ReadonlyMap<string, SealedPayment>) => {
  const payment = byKey.get(entry.id);
  return payment ? [{ payment, trace: entry.trace, entryDigest }] : [];
};

type Batch = { retry: boolean; sealed: SealedPayment[] };

/** Groups entries into batches. Retries need their own batch, described as `RETRY PYMT`. */
const inBatches = (sealed: readonly SealedPayment[]): Batch[] =>
  [false, true]
    .map((retry) => ({ retry, sealed: sealed.filter(({ payment }) => isRetry(payment) === retry) }))
    .filter((batch) => batch.sealed.length > 0);

function named(refusal: Refusal, batches: readonly Batch[]): Refusal {
  const [, batch, entry] = /^batches\.(\d+)\.entries\.(\d+)/.exec(refusal.field ?? '') ?? [];
  const payment = batches[Number(batch)]?.sealed[Number(entry)];
  return payment
    ? new Refusal('conflict', `${payeeNameOf(payment.payment) || 'A payee'}: ${refusal.message}`)
    : refusal;
}

function bankLineOf(
  settings: BankSettings,
  bankFlow: BankFlow,
  { payment, account }: SealedPayment,
  opened: ReadonlyMap<string, AccountNumbers>,
): BankPayment {
  const numbers = opened.get(account.payeeToken);
  if (!numbers) throw new Error('an account was not opened');
  return {
    ...numbers,
    key: lineKeyOf(payment.id),
    name: account.nameOnAccount,
    accountType: accountTypeOf(account.bankAccountType),
    amount: payment.amountToBeSent,
    remittance: remittanceOf(settings, bankFlow, payment),
  };
}

const atOnce = 50;

async function openAll(sealed: readonly SealedPayment[]): Promise<Map<string, AccountNumbers>> {
  const accounts = [...new Map(sealed.map(({ account }) => [account.payeeToken, account])).values()];
  const opened = new Map<string, AccountNumbers>();
  for (let start = 0; start < accounts.length; start += atOnce)
    await Promise.all(
      accounts.slice(start, start + atOnce).map(async (account) => {
        opened.set(account.payeeToken, await openBankAccount(account));
      }),
    );
  return opened;
}
