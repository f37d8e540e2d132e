import type { BankFileStatus } from '../../../shared/bank-files/bank-file.ts';
import { bankFlowOf, type RunFilter } from '../../../shared/bank-files/bank-run.ts';
import type { BankFlow } from '../../../shared/bank-files/bank-flow-table.ts';
import type { BankSettings } from '../../../shared/bank-files/bank-settings.ts';
import { effectiveDateFor } from '../../../shared/bank-files/effective-date.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import { effectiveDateOf, sendingRefusal } from '../../../shared/payments/payment-calendar.ts';
import { environmentBankSettings } from '../../table/bank-settings.ts';
import { bankFilesIn, loadBankFiles } from '../store.ts';
import { loadBankNumbers, type BankNumbers } from '../numbers-store.ts';
import { sha256 } from '../../platform/digest.ts';

export interface RunOpening {
  status: 'available';
  settings: BankSettings;
  settingsDigest: string;
  filter: RunFilter;
  bankFlow: BankFlow;
  today: string;
  effectiveDate: string;
  numbers: BankNumbers;
  locked: string | null;
  /** Before the month's reimbursements can be sent, only refunds of canceled memberships are; the reason for the others. */
  refundsOnly: string | null;
}

export interface ClosedRun {
  status: 'unavailable';
  reason: string;
  /** The payments cannot be sent yet. */
  isEarly?: boolean;
}

export async function openRun(filter: RunFilter, now: Date): Promise<RunOpening | ClosedRun> {
  const bankFlow = bankFlowOf(filter);
  const settings = environmentBankSettings;
  if (!settings)
    return {
      status: 'unavailable',
      reason: 'Files cannot be sent: the bank settings of this environment are missing or not valid.',
    };
  const refused = sendingRefusal(bankFlow, filter.periodId, settings, now);
  const isEarly = refused !== undefined && !refused.isLocked;
  if (isEarly && bankFlow !== 'memberReimbursement')
    return { status: 'unavailable', reason: refused.message, isEarly };
  const numbers = await loadBankNumbers(settings.origin);
  if (await isBeingMade(bankFlow, numbers))
    return {
      status: 'unavailable',
      reason: 'Another file of these payments is being prepared. Try again when it is done.',
    };
  return {
    status: 'available',
    settings,
    settingsDigest: sha256(JSON.stringify(settings)),
    filter,
    bankFlow,
    today: dateInChicago(now),
    effectiveDate: isEarly
      ? effectiveDateFor(settings, bankFlow, dateInChicago(now), now)
      : effectiveDateOf(bankFlow, filter.periodId, settings, now),
    numbers,
    locked: isEarly ? null : (refused?.message ?? null),
    refundsOnly: isEarly ? refused.message : null,
  };
}

const making: readonly BankFileStatus[] = ['reserving', 'reserved', 'canceling'];

/** File IDs compensate for eventually consistent lists. */
async function isBeingMade(bankFlow: BankFlow, { fileIds }: BankNumbers): Promise<boolean> {
  const files = [...(await bankFilesIn(making)), ...(await loadBankFiles(fileIds))];
  return files.some((file) => file.bankFlow === bankFlow && making.includes(file.status));
}
