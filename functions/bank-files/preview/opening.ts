import { bankFlowOf, type RunFilter } from '../../../shared/bank-files/bank-run.ts';
import type { BankFlow } from '../../../shared/bank-files/bank-flow-table.ts';
import type { BankSettings } from '../../../shared/bank-files/bank-settings.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import { effectiveDateOf, sendingRefusal } from '../../../shared/payments/payment-calendar.ts';
import { environmentBankSettings } from '../bank-settings.ts';
import { bankFilesIn, loadBankNumbers, type BankNumbers } from '../store.ts';
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
  const underWay = await bankFilesIn(['reserving', 'reserved', 'canceling']);
  if (underWay.some((file) => file.bankFlow === bankFlow))
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
    numbers: await loadBankNumbers(settings.origin),
    locked: refused?.sentence ?? null,
  };
}

/** Traces are seven digits behind the bank's eight; a new round begins before they run out. */
const lastTrace = 9_999_999;
const mostFilesOfRun = 36;
/** A file has a batch of first attempts and one of retries; each may have its offset. */
const mostOffsetsOfFile = 2;

/** The numbers that the first file of a run gets: its place in the day and its first trace. */
export function firstNumbers(
  { numbers, today }: Pick<RunOpening, 'numbers' | 'today'>,
  paymentCount: number,
): { place: number; firstTrace: number } {
  const enough = numbers.nextTrace + paymentCount + mostOffsetsOfFile * mostFilesOfRun <= lastTrace;
  return { place: numbers.date === today ? numbers.files : 0, firstTrace: enough ? numbers.nextTrace : 1 };
}
