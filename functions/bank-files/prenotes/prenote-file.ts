import { accountTypeOf } from '../../../shared/bank-accounts/account-number.ts';
import type { BankFlow } from '../../../shared/bank-files/bank-flow-table.ts';
import type { BankSettings } from '../../../shared/bank-files/bank-settings.ts';
import { checkNachaFile } from '../../../shared/bank-files/nacha/check-file.ts';
import { canonicalEntry } from '../../../shared/bank-files/nacha/write-file.ts';
import { writeBankFiles } from '../../../shared/bank-files/split-entries.ts';
import type { BankAccountRecord } from '../../bank-accounts/account-record.ts';
import { openBankAccount } from '../../bank-accounts/store.ts';
import { lineKeyOf } from '../entry-store.ts';
import { sha256 } from '../../platform/digest.ts';

interface Moment {
  instant: string;
  effectiveDate: string;
  place: number;
  firstTrace: number;
}

/** Builds the prenote file of these accounts. The caller has recorded the account access. */
export async function buildPrenotes(
  settings: BankSettings,
  flow: BankFlow,
  accounts: readonly BankAccountRecord[],
  { instant, effectiveDate, place, firstTrace }: Moment,
) {
  const lines = await Promise.all(
    accounts.map(async (account) => ({
      ...(await openBankAccount(account)),
      key: lineKeyOf(account.payeeToken),
      name: account.nameOnAccount,
      accountType: accountTypeOf(account.bankAccountType),
      amount: 0,
      prenote: true,
    })),
  );
  const moment = { instant: new Date(instant), firstFile: place, firstTrace };
  const [written] = writeBankFiles(settings, [{ flow, effectiveDate, lines }], moment);
  const batch = written?.batches[0];
  if (!written || !batch) throw new Error('a file of prenotes without prenotes');
  const problem = checkNachaFile(written.text, settings)[0];
  if (problem) throw new Error(`a file of prenotes that a bank would reject: ${problem.sentence}`);
  return {
    text: written.text,
    fileHash: sha256(written.text),
    fileIdModifier: written.fileIdModifier,
    entries: batch.entries.map((entry) => ({
      trace: entry.trace,
      name: entry.name.trim(),
      entryDigest: sha256(canonicalEntry(batch, entry)),
    })),
  };
}
