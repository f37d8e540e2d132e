import type { BankFileStatus } from '../../../shared/bank-files/bank-file.ts';
import { bankFlowOf, type RunFilter } from '../../../shared/bank-files/bank-run.ts';
import type { BankFlow } from '../../../shared/bank-files/bank-flow-table.ts';
import type { BankSettings } from '../../../shared/bank-files/bank-settings.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import { effectiveDateOf, sendingRefusal } from '../../../shared/payments/payment-calendar.ts';
import { environmentBankSettings } from '../bank-settings.ts';
import { bankFilesIn, loadBankFiles } from '../store.ts';
import { loadBankNumbers, type BankNumbers } from '../numbers-store.ts';
import { sha256 } from './plan-files.ts';

/** What is known of a run before a payment is read. */
export interface RunOpening {
  settings: BankSettings;
  settingsDigest: string;
  filter: RunFilter;
  bankFlow: BankFlow;
  today: string;
  effectiveDate: string;
  numbers: BankNumbers;
  /** The sentence of a month whose dues are over; null otherwise. */
  locked: string | null;
}

/** Whether anything of a filter could be sent at this moment; opens nothing, reads no payment. */
export async function openRun(filter: RunFilter, now: Date): Promise<RunOpening | { unavailable: string }> {
  const bankFlow = bankFlowOf(filter);
  const settings = environmentBankSettings;
  if (!settings)
    return {
      unavailable: 'Files cannot be sent: the bank settings of this environment are missing or wrong.',
    };
  const refused = sendingRefusal(bankFlow, filter.periodId, settings, now);
  if (refused && !refused.isLocked) return { unavailable: refused.sentence };
  const numbers = await loadBankNumbers(settings.origin);
  if (await isBeingMade(bankFlow, numbers))
    return {
      unavailable: 'Another file of these payments is being made at this moment. Try again when it is done.',
    };
  return {
    settings,
    settingsDigest: sha256(JSON.stringify(settings)),
    filter,
    bankFlow,
    today: dateInChicago(now),
    effectiveDate: effectiveDateOf(bankFlow, filter.periodId, settings, now),
    numbers,
    locked: refused?.sentence ?? null,
  };
}

const making: readonly BankFileStatus[] = ['reserving', 'reserved', 'canceling'];

/** True while the payments of a flow are being reserved or released. A list may miss the file of a moment ago. */
async function isBeingMade(bankFlow: BankFlow, { fileIds }: BankNumbers): Promise<boolean> {
  const files = [...(await bankFilesIn(making)), ...(await loadBankFiles(fileIds))];
  return files.some((file) => file.bankFlow === bankFlow && making.includes(file.status));
}
