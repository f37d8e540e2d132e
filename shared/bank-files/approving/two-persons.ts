import { showMoney, type Cents } from '../../money.ts';
import type { BankSettings } from '../bank-settings.ts';
import { maximumFilesPerDay, tooManyFiles } from '../split-entries.ts';

export interface RunSummary {
  filesToday: number;
  files: readonly Cents[];
  highestEntry: Cents;
  startedToday: Cents;
  newAccounts: number;
  changedAccounts: number;
  /** Names of files of the last ten days with the same amounts, accounts, and date. */
  sameAs: readonly string[];
}

type Limits = Pick<BankSettings, 'limits' | 'twoPersons'>;

const totalOf = ({ files }: RunSummary): Cents => files.reduce((sum, file) => sum + file, 0);
const isOver = (amount: Cents, limit: Cents | null): limit is Cents => limit !== null && amount > limit;

export function limitError({ limits }: Limits, summary: RunSummary): string | undefined {
  const highest = Math.max(...summary.files, 0);
  const today = summary.startedToday + totalOf(summary);
  if (summary.filesToday + summary.files.length > maximumFilesPerDay) return tooManyFiles;
  if (isOver(highest, limits.file))
    return `This file totals ${showMoney(highest)}, but the bank accepts at most ${showMoney(limits.file)} per file. Choose one partner at a time.`;
  if (isOver(today, limits.day))
    return `This file would bring today’s total to ${showMoney(today)}, but the bank accepts at most ${showMoney(limits.day)} per day. Send it on the next banking day.`;
  return undefined;
}

export function reasonsForTwo({ twoPersons }: Limits, summary: RunSummary): string[] {
  const { above, entryAbove, dayAbove, forNewAccounts } = twoPersons;
  const total = totalOf(summary);
  const today = summary.startedToday + total;
  const accounts = (count: number, which: string) => `${count.toLocaleString('en-US')} ${which}`;
  const reasons: [boolean, string][] = [
    [isOver(total, above), `The total is above ${showMoney(above ?? 0)}.`],
    [isOver(summary.highestEntry, entryAbove), `A payment is above ${showMoney(entryAbove ?? 0)}.`],
    [isOver(today, dayAbove), `Today’s files total more than ${showMoney(dayAbove ?? 0)}.`],
    [
      forNewAccounts && summary.newAccounts > 0,
      summary.newAccounts === 1
        ? 'An account is used for the first time.'
        : accounts(summary.newAccounts, 'accounts are used for the first time.'),
    ],
    [
      forNewAccounts && summary.changedAccounts > 0,
      summary.changedAccounts === 1
        ? 'An account changed since the last file.'
        : accounts(summary.changedAccounts, 'accounts changed since the last file.'),
    ],
    [
      summary.sameAs.length > 0,
      `The same accounts and amounts on the same day are in ${summary.sameAs.join(', ')}.`,
    ],
  ];
  return reasons.filter(([holds]) => holds).map(([, message]) => message);
}

export const repeatedWithinDays = 10;
