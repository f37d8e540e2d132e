import { accountTypeOf } from '../../../shared/bank-accounts/bank-account.ts';
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
  fileIndex: number;
  firstTrace: number;
}

/** Builds the prenote file of these accounts. The caller has recorded the account access. */
export async function buildPrenotes(
  settings: BankSettings,
  bankFlow: BankFlow,
  accounts: readonly BankAccountRecord[],
  { instant, effectiveDate, fileIndex, firstTrace }: Moment,
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
  const moment = { instant: new Date(instant), firstFile: fileIndex, firstTrace };
  const [builtFile] = writeBankFiles(settings, [{ bankFlow, effectiveDate, payments: lines }], moment);
  const batch = builtFile?.batches[0];
  if (!builtFile || !batch) throw new Error('a file of prenotes without prenotes');
  const error = checkNachaFile(builtFile.text, settings)[0];
  if (error) throw new Error(`a file of prenotes that a bank would reject: ${error.message}`);
  return {
    text: builtFile.text,
    fileHash: sha256(builtFile.text),
    fileIdModifier: builtFile.fileIdModifier,
    entries: batch.entries.map((entry) => ({
      trace: entry.trace,
      name: entry.name.trim(),
      entryDigest: sha256(canonicalEntry(batch, entry)),
    })),
  };
}
