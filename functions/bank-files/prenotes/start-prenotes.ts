import { bankFlowRow, type BankFlow } from '../../../shared/bank-files/bank-flow-table.ts';
import { remoteNameOf, type BankSettings, maskBankFile } from '../../../shared/bank-files/bank-settings.ts';
import { effectiveDateFor } from '../../../shared/bank-files/effective-date.ts';
import { nextNumbers } from '../../../shared/bank-files/bank-file.ts';
import type { PlannedPrenote, SingleFilePlan } from '../../../shared/bank-files/run-plan.ts';
import { accountAt } from '../../../shared/bank-accounts/waiting-account.ts';
import { dateInChicago, periodOf } from '../../../shared/calendar.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { loadBankAccountsNow, waitingPayees } from '../../bank-accounts/account-read-store.ts';
import type { BankAccountRecord } from '../../bank-accounts/account-record.ts';
import { withoutTestAccounts } from '../../partners/test-partner-store.ts';
import { auditWrite } from '../../table/audit.ts';
import { confirmByPin } from '../../administrators/second-person.ts';
import { environmentBankSettings } from '../../table/bank-settings.ts';
import { beginSingleFile, storeSingleFilePlan, type Sender } from '../begin-single-file.ts';
import { writeAll } from '../store.ts';
import { loadBankNumbers, type BankNumbers } from '../numbers-store.ts';
import { buildPrenotes } from './prenote-file.ts';
import { partnerPaid } from '../../../shared/programs.ts';

/** Accounts decrypted well within a request; others follow in the next file. */
const maxPrenotes = 300;
const pageSize = 100;

export async function sendPrenotes(bankFlow: BankFlow, pin: string, sender: Sender) {
  const { userId, now } = sender;
  await confirmByPin(userId, pin, now);
  const settings = environmentBankSettings;
  if (!settings?.prenotes[bankFlow])
    throw new Refusal(
      'conflict',
      'The bank settings require no prenotes for these payments. Nothing was sent.',
    );
  const accounts = await accountsToVerify(bankFlow, now);
  if (accounts.length === 0)
    throw new Refusal('conflict', 'No account needs a prenote. Nothing was sent. Reload to see the changes.');
  const numbers = await loadBankNumbers(settings.origin);
  const opened = {
    name: 'bank accounts opened for a bank file',
    subject: `bank file preview prenotes ${bankFlow}`,
    who: userId,
    after: { purpose: 'prenotes', bankFlow, accounts: accounts.length },
  } as const;
  await writeAll([auditWrite(opened, now)]);
  const plan = await planOf(settings, bankFlow, accounts, numbers, sender);
  const started = await beginSingleFile(plan, numbers, sender, {
    sentBy: userId,
    approvedBy: null,
    message: 'Sending the prenotes.',
    // Prenotes have no offset entry.
    traceCount: accounts.length,
    changes: [],
  });
  const count = `${accounts.length.toLocaleString('en-US')} ${accounts.length === 1 ? 'prenote is' : 'prenotes are'}`;
  return { success: true, message: `${count} being sent.`, ...started };
}

async function accountsToVerify(bankFlow: BankFlow, now: Date): Promise<BankAccountRecord[]> {
  const accounts: BankAccountRecord[] = [];
  let after: string | undefined;
  do {
    const { payeeTokens, last } = await waitingPayees(after, pageSize);
    for (const stored of await withoutTestAccounts(await loadBankAccountsNow(payeeTokens))) {
      const { prenote, held, authorizationEnded } = accountAt(stored, now);
      if (!held && !authorizationEnded && prenote?.bankFlow === bankFlow && !prenote.sent)
        accounts.push(stored);
    }
    after = last ?? undefined;
  } while (after && accounts.length < maxPrenotes);
  return accounts.slice(0, maxPrenotes);
}

async function planOf(
  settings: BankSettings,
  bankFlow: BankFlow,
  stored: readonly BankAccountRecord[],
  numbers: BankNumbers,
  { now, newId }: Sender,
): Promise<SingleFilePlan> {
  const today = dateInChicago(now);
  const accounts = stored.map((account) => accountAt(account, now));
  // Prenotes do not use same-day windows, to avoid the same-day fee.
  const effectiveDate = effectiveDateFor({ ...settings, sameDay: undefined }, bankFlow, today, now);
  const { fileIndex, firstTrace } = nextNumbers(numbers, today, accounts.length);
  const moment = { instant: now.toISOString(), effectiveDate, fileIndex, firstTrace };
  const built = await buildPrenotes(settings, bankFlow, accounts, moment);
  const { kind, paymentTypeIds } = bankFlowRow(bankFlow);
  const lines = built.entries.flatMap(({ trace, name, entryDigest }, index): PlannedPrenote[] => {
    const account = stored[index];
    if (!account) return [];
    const { payeeToken, version: accountVersion } = account;
    const lastFour = accounts[index]?.lastFour ?? '';
    return [{ payeeToken, accountVersion, trace, name, lastFour, entryDigest }];
  });
  const { fileHash, fileIdModifier } = built;
  const name = remoteNameOf(settings, { createdOn: today, fileIdModifier, bankFlow, fileHash });
  const file = {
    id: newId(),
    name,
    fileHash,
    fileIdModifier,
    place: fileIndex,
    firstTrace,
    debit: 0,
    credit: 0,
  };
  const plan: SingleFilePlan = {
    runHash: built.fileHash,
    bankFlow,
    purpose: 'prenotes',
    filter: {
      flow: kind,
      // prenotes belong to no program; the filter requires one
      programPaymentTypeId: partnerPaid,
      paymentTypeId: paymentTypeIds[0] ?? 0,
      partnerId: 'all',
      periodId: periodOf(today),
    },
    instant: moment.instant,
    createdOn: today,
    effectiveDate,
    files: [{ ...file, paymentCount: lines.length }],
  };
  return storeSingleFilePlan(plan, lines, maskBankFile(built.text));
}
