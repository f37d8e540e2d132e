import { reasonsForTwo } from '../../../shared/bank-files/split-entries.ts';
import { dateInChicago } from '../../../shared/calendar.ts';
import type { Cents } from '../../../shared/money.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { countsAt } from '../../table/counters.ts';
import { keys } from '../../table/keys.ts';
import type { Change } from '../../table/write.ts';
import { environmentBankSettings } from '../../table/bank-settings.ts';

const dayTotal = (now: Date) => keys.bankGauge('BY-HAND', dateInChicago(now), 'CENTS');

interface ByHand {
  amounts: readonly Cents[];
  changedAccounts: number;
}

const sum = (amounts: readonly Cents[]): Cents => amounts.reduce((total, amount) => total + amount, 0);

/**
 * Returns why bank data that an administrator uploads or assigns need a second administrator, by the limits of the bank
 * settings: they can reopen payments and change accounts like those of the bank.
 */
export async function reasonsByHand({ amounts, changedAccounts }: ByHand, now: Date): Promise<string[]> {
  if (!environmentBankSettings) return [];
  const [startedToday = 0] = await countsAt([dayTotal(now)]);
  return reasonsForTwo(environmentBankSettings, {
    filesToday: 0,
    files: [sum(amounts)],
    highestEntry: Math.max(0, ...amounts),
    startedToday,
    newAccounts: 0,
    changedAccounts,
    sameAs: [],
  });
}

/** Adds to the day's total of all channels by hand; without an approval, bounded by the daily limit. */
export function countedByHand(amounts: readonly Cents[], isApproved: boolean, now: Date): Change[] {
  const by = sum(amounts);
  if (by === 0) return [];
  const most = environmentBankSettings?.twoPersons.dayAbove ?? null;
  const full = new Refusal(
    'conflict',
    'Another administrator processed bank data at the same time. Try again. Nothing was changed.',
  );
  return [
    {
      count: dayTotal(now),
      by,
      ...(!isApproved && most !== null && { atMost: { count: most, full } }),
    },
  ];
}
