import { showMoney, type Cents } from '../../money.ts';
import type { BankSettings } from '../bank-settings.ts';
import { maximumFilesPerDay, tooManyFiles } from '../split-entries.ts';

/** What decides how many administrators a run needs, and whether the bank takes it at all. Amounts are cents. */
export interface RunFacts {
  /** Files of the same origin that were started today. */
  filesToday: number;
  /** What each of its files moves, and the highest of its entries. */
  files: readonly Cents[];
  highestEntry: Cents;
  /** What the files of the same day and direction move that were started before. */
  startedToday: Cents;
  newAccounts: number;
  changedAccounts: number;
  /** Names of files of the last ten days that moved the same amounts between the same accounts on the same day. */
  sameAs: readonly string[];
}

type Limits = Pick<BankSettings, 'limits' | 'twoPersons'>;

const totalOf = ({ files }: RunFacts): Cents => files.reduce((sum, one) => sum + one, 0);
const isOver = (amount: Cents, limit: Cents | null): limit is Cents => limit !== null && amount > limit;

/** Why the bank would not take the run, as a sentence; undefined when it would. An entry over its limit is left out. */
export function limitProblem({ limits }: Limits, facts: RunFacts): string | undefined {
  const highest = Math.max(...facts.files, 0);
  const today = facts.startedToday + totalOf(facts);
  if (facts.filesToday + facts.files.length > maximumFilesPerDay) return tooManyFiles;
  if (isOver(highest, limits.file))
    return `The file moves ${showMoney(highest)}, and the bank takes at most ${showMoney(limits.file)} in a file. Choose one partner at a time.`;
  if (isOver(today, limits.day))
    return `With this file ${showMoney(today)} would move today, and the bank takes at most ${showMoney(limits.day)} a day. Send it on the next banking day.`;
  return undefined;
}

/** Why a second administrator must confirm the run, a phrase each; none when one is enough. */
export function reasonsForTwo({ twoPersons }: Limits, facts: RunFacts): string[] {
  const { above, entryAbove, dayAbove, forNewAccounts } = twoPersons;
  const total = totalOf(facts);
  const today = facts.startedToday + total;
  const accounts = (count: number, which: string) => `${count.toLocaleString('en-US')} ${which}`;
  const reasons: [boolean, string][] = [
    [isOver(total, above), `The total is above ${showMoney(above ?? 0)}.`],
    [isOver(facts.highestEntry, entryAbove), `A payment is above ${showMoney(entryAbove ?? 0)}.`],
    [isOver(today, dayAbove), `Today’s files come to more than ${showMoney(dayAbove ?? 0)}.`],
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

/** For how many days a file with the same content is asked about. */
export const repeatedWithinDays = 10;
