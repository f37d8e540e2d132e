import { showMoney, type Cents } from '../../money.ts';
import type { BankSettings } from '../bank-settings.ts';
import { maximumFilesPerDay, tooManyFiles } from '../split-entries.ts';

export interface RunFacts {
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

const totalOf = ({ files }: RunFacts): Cents => files.reduce((sum, file) => sum + file, 0);
const isOver = (amount: Cents, limit: Cents | null): limit is Cents => limit !== null && amount > limit;

export function limitProblem({ limits }: Limits, facts: RunFacts): string | undefined {
  const highest = Math.max(...facts.files, 0);
  const today = facts.startedToday + totalOf(facts);
  if (facts.filesToday + facts.files.length > maximumFilesPerDay) return tooManyFiles;
  if (isOver(highest, limits.file))
    return `This file totals ${showMoney(highest)}, but the bank accepts at most ${showMoney(limits.file)} per file. Choose one partner at a time.`;
  if (isOver(today, limits.day))
    return `This file would bring today’s total to ${showMoney(today)}, but the bank accepts at most ${showMoney(limits.day)} per day. Send it on the next banking day.`;
  return undefined;
}

export function reasonsForTwo({ twoPersons }: Limits, facts: RunFacts): string[] {
  const { above, entryAbove, dayAbove, forNewAccounts } = twoPersons;
  const total = totalOf(facts);
  const today = facts.startedToday + total;
  const accounts = (count: number, which: string) => `${count.toLocaleString('en-US')} ${which}`;
  const reasons: [boolean, string][] = [
    [isOver(total, above), `The total is above ${showMoney(above ?? 0)}.`],
    [isOver(facts.highestEntry, entryAbove), `A payment is above ${showMoney(entryAbove ?? 0)}.`],
    [isOver(today, dayAbove), `Today’s files total more than ${showMoney(dayAbove ?? 0)}.`],
    [
      forNewAccounts && facts.newAccounts > 0,
      facts.newAccounts === 1
        ? 'An account is used for the first time.'
        : accounts(facts.newAccounts, 'accounts are used for the first time.'),
    ],
    [
      forNewAccounts && facts.changedAccounts > 0,
      facts.changedAccounts === 1
        ? 'An account changed since the last file.'
        : accounts(facts.changedAccounts, 'accounts changed since the last file.'),
    ],
    [
      facts.sameAs.length > 0,
      `The same accounts and amounts on the same day are in ${facts.sameAs.join(', ')}.`,
    ],
  ];
  return reasons.filter(([holds]) => holds).map(([, sentence]) => sentence);
}

export const repeatedWithinDays = 10;
