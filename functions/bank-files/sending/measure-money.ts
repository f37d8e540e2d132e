import { openStatuses, type BankFile } from '../../../shared/bank-files/bank-file.ts';
import { bankFlowRow, bankFlows, type BankFlow } from '../../../shared/bank-files/bank-flow-table.ts';
import type { BankSettings } from '../../../shared/bank-files/bank-settings.ts';
import { addPeriods, type PeriodId } from '../../../shared/calendar.ts';
import { effectiveDateOf, promisedDate } from '../../../shared/payments/payment-calendar.ts';
import { currentPeriod } from '../../../shared/periods/period.ts';
import { loadStatusAmounts } from '../../payments/lists/status-amount-store.ts';
import { measure } from '../../platform/metrics.ts';
import { environmentBankSettings } from '../../table/bank-settings.ts';
import { bankFilesIn } from '../store.ts';

const minuteMs = 60_000;
const unknownForMs = 15 * minuteMs;
const monthsBack = [1, 0, -1, -2, -3];

/** Counts unsent files, and dollars that were not sent in time, for alarms (infra/alarms/alarm-table.ts). */
export async function measureMoney(now: Date): Promise<void> {
  const [files, { due, late }] = await Promise.all([bankFilesIn(openStatuses), moneyDue(now)]);
  measure({ ...waitingFiles(files, now), MoneyDue: due / 100, MoneyLate: late / 100 });
}

function waitingFiles(files: readonly BankFile[], now: Date) {
  const since = ({ startedAt }: BankFile) => now.getTime() - new Date(startedAt).getTime();
  const isUnknown = ({ status }: BankFile) => status === 'unknown';
  const unknownBefore = new Date(now.getTime() - unknownForMs).toISOString();
  return {
    FilesUnknown: files.filter((file) => isUnknown(file) && file.statusAt < unknownBefore).length,
    // unknown files have an alarm of their own
    OldestFileMinutes: Math.max(0, ...files.filter((file) => !isUnknown(file)).map(since)) / minuteMs,
  };
}

/**
 * Returns the cents of member dues and reimbursements in the last month whose promised day can no longer be met, and
 * those of them that are still Pending. Payments that wait for a reason (held, suspended) are among them.
 */
export async function moneyDue(now: Date): Promise<{ due: number; late: number }> {
  const settings = environmentBankSettings;
  if (!settings) return { due: 0, late: 0 };
  const months = bankFlows.flatMap((bankFlow) => {
    const periodId = lastDueMonth(bankFlow, settings, now);
    return periodId
      ? bankFlowRow(bankFlow).paymentTypeIds.map((paymentTypeId) => ({ paymentTypeId, periodId }))
      : [];
  });
  const amountsOf = await loadStatusAmounts(
    months.map(({ paymentTypeId }) => paymentTypeId),
    [...new Set(months.map(({ periodId }) => periodId))],
  );
  const sum = { due: 0, late: 0 };
  for (const month of months) {
    const amounts = amountsOf(month);
    sum.due += Object.values(amounts).reduce((left, other) => left + other, 0);
    sum.late += amounts.pending;
  }
  return sum;
}

/** Returns the last month that would miss its promised day if it were sent now; undefined for flows without one. */
function lastDueMonth(bankFlow: BankFlow, settings: BankSettings, now: Date): PeriodId | undefined {
  return monthsBack
    .map((months) => addPeriods(currentPeriod(now), months))
    .find((period) => {
      const promised = promisedDate(bankFlow, period);
      return promised !== null && effectiveDateOf(bankFlow, period, settings, now) > promised;
    });
}
