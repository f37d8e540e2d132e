// Rules about entries that a bank and its customers see; it imports nothing of the portal.

interface AccountNumbers {
  routing: string;
  account: string;
}

/** A return by the bank. `assignedAt`: when administrators assigned one that they decide; null if a lost response hides it. */
export interface BankReturn {
  at: string;
  code: string;
  assignedAt?: string | null;
}

/** An entry of a file that arrived at the bank. */
export interface BankEntry extends AccountNumbers {
  trace: string;
  /** The payment that names the trace, or whose entry is reversed, once it is stored. */
  paymentId: string | undefined;
  isDebit: boolean;
  amount: number;
  effectiveDate: string;
  /** When the file was begun. */
  startedAt: string;
  /** Position among all entries, by the arrival of their files. */
  position: number;
  /** Notifications of change. */
  corrections: { at: string; code: string; data: string }[];
  returns: BankReturn[];
  /** When the file with the reversal of the entry arrived, and the reversing entry. */
  reversedAt: string | undefined;
  reversal: BankEntry | undefined;
}

/** Entries of the dues of a month, and when they were paid outside of the portal. */
export interface DuesOfMonth {
  paidOutsideAt: string | undefined;
  /** They are in a file that is not submitted yet, whose delivery can be unknown. */
  isInFile: boolean;
  sent: readonly BankEntry[];
}

/** Times at which a member gave, with the account, and revoked an authorization. */
export interface Debits {
  given: (AccountNumbers & { at: string })[];
  revoked: string[];
}

const dayBefore = (at: string): string => new Date(Date.parse(at) - 86_400_000).toISOString();

/** Codes that the portal applies by itself; administrators decide about returns with other codes. */
const appliedCodes = new Set(
  'R01 R09 R02 R03 R04 R20 R05 R07 R10 R11 R29 R08 R14 R15 R16 R23 R17 R18 R19 R24 R25 R26 R27 R28'.split(
    ' ',
  ),
);

/**
 * Returns when the entry came back: returned with effect, or reversed unless the reversal came back as well. `null` if
 * that is not certain.
 */
export function backAt({ returns, reversedAt, reversal }: BankEntry): string | null | undefined {
  const times = returns.map(({ at, code, assignedAt }) => (appliedCodes.has(code) ? at : assignedAt));
  const stands = reversal && backAt(reversal);
  const [first] = [...times, stands ? undefined : reversedAt]
    .filter((at) => typeof at === 'string')
    .toSorted();
  if (stands === null && first === reversedAt) return null;
  return first ?? (times.includes(null) ? null : undefined);
}

/** Returns true if the reversal of an entry came back in the last day, so that it can still be on its way. */
const standsSinceYesterday = ({ reversal }: BankEntry, at: string): boolean =>
  reversal !== undefined && (backAt(reversal) ?? '') > dayBefore(at);

/** Returns the returns of an entry that an attempt of its payment must contain. */
export const certainReturns = ({ returns }: BankEntry): BankReturn[] =>
  returns.flatMap(({ at, code, assignedAt }) =>
    appliedCodes.has(code) ? [{ at, code }] : assignedAt ? [{ at: assignedAt, code }] : [],
  );

/**
 * Returns true if an entry of the dues had not come back a day before; later returns can be on their way. `before`: only
 * entries that arrived before this one count.
 */
export const duesAreCollected = (
  { paidOutsideAt, sent }: DuesOfMonth,
  at: string,
  before = Infinity,
): boolean =>
  paidOutsideAt !== undefined ||
  sent.some((entry) => {
    const back = backAt(entry);
    return entry.position < before && (!back || back > dayBefore(at));
  });

/** A member's first dues at a time. `unknown`: returns or decisions of the last day, or a file, can be on their way. */
export type FirstDues = 'collected' | 'open' | 'unknown';

/** Returns what became of first dues. Those that were paid outside of the portal after `endAt`, the end of the membership, are refunded. */
export function firstDuesAt(
  { paidOutsideAt, isInFile, sent }: DuesOfMonth,
  at: string,
  endAt = at,
): FirstDues {
  if (paidOutsideAt !== undefined && paidOutsideAt < endAt) return 'collected';
  const states = sent.map((entry): FirstDues => {
    const back = backAt(entry);
    if (back === undefined)
      return entry.startedAt > dayBefore(at) || standsSinceYesterday(entry, at) ? 'unknown' : 'collected';
    return back === null || back > dayBefore(at) ? 'unknown' : 'open';
  });
  if (states.includes('collected')) return 'collected';
  return isInFile || states.includes('unknown') ? 'unknown' : 'open';
}

/** Returns when the last entry came back; undefined if one did not. */
export function allBackAt(sent: readonly BankEntry[]): string | undefined {
  const times = sent.flatMap((entry) => backAt(entry) ?? []);
  return times.length === sent.length ? times.toSorted().at(-1) : undefined;
}

const unauthorized = ['R05', 'R07', 'R10', 'R11', 'R29'];
const unusable = ['R02', 'R03', 'R04', 'R14', 'R15', 'R16', 'R20'];

const isSame = (one: AccountNumbers, other: AccountNumbers): boolean =>
  one.account === other.account && one.routing === other.routing;

/** Returns why a debit lacks an authorization. `stopDay` is the first day that a revocation stops. */
export function debitError(
  debit: BankEntry,
  earlier: readonly BankEntry[],
  { given, revoked }: Debits,
  stopDay: (revokedAt: string) => string,
): string | undefined {
  const before = dayBefore(debit.startedAt);
  const isRenewed = (since: string) => given.some(({ at }) => at > since);
  for (const at of revoked)
    if (at < before && debit.effectiveDate >= stopDay(at) && !isRenewed(at))
      return `after the revocation of ${at}`;
  for (const entry of earlier)
    for (const { at, code } of entry.returns) {
      // a return of the former account does not end the authorization of the one that replaced it
      const isReplaced = given.some((later) => later.at > entry.startedAt && later.account !== entry.account);
      if (at > before || isRenewed(at) || (isReplaced && !isSame(entry, debit))) continue;
      // an entry returned by R11 can be corrected
      if (
        entry.isDebit &&
        unauthorized.includes(code) &&
        !(code === 'R11' && entry.paymentId === debit.paymentId)
      )
        return `after ${code} of ${at} without a new authorization`;
      if (unusable.includes(code) && isSame(entry, debit))
        return `from the account that ${code} of ${at} made unusable`;
    }
  return undefined;
}

/** Returns the numbers that a notification of change reports (Nacha Operating Rules, appendix five). */
function corrected(numbers: AccountNumbers, { code, data }: { code: string; data: string }): AccountNumbers {
  const part = (from: number, length: number) => data.slice(from, from + length).trim();
  const [routing, account] = {
    C01: [numbers.routing, part(0, 17)],
    C02: [part(0, 9), numbers.account],
    C03: [part(0, 9), part(12, 17)],
    C06: [numbers.routing, part(0, 17)],
    C07: [part(0, 9), part(9, 17)],
  }[code] ?? [numbers.routing, numbers.account];
  return /^\d{9}$/.test(routing ?? '') && /^\d+$/.test(account ?? '')
    ? { routing: routing ?? '', account: account ?? '' }
    : numbers;
}

/**
 * Returns the accounts to which the money of an entry can go back a day later: the debited one, or the one to which the
 * bank corrected it, according to all entries of the same payee.
 */
function correctedAccounts(
  debit: AccountNumbers,
  entries: readonly BankEntry[],
  at: string,
): AccountNumbers[] {
  const changes = entries
    .flatMap((entry) => entry.corrections.map((change) => ({ ...change, entry })))
    .toSorted((one, other) => one.at.localeCompare(other.at));
  let current: AccountNumbers = debit;
  const accounts: AccountNumbers[] = [];
  for (const change of changes) {
    if (change.at > at || !isSame(change.entry, current)) continue;
    if (change.at > dayBefore(at)) accounts.push(current);
    current = corrected(current, change);
  }
  return [...accounts, current];
}

/** Returns the accounts to which a refund can go: those that were debited, or another one if the bank refuses them. */
export function refundAccounts(
  { startedAt }: BankEntry,
  dues: readonly BankEntry[],
  entries: readonly BankEntry[],
  { given }: Debits,
): string[] {
  const debited = dues.filter((entry) => !backAt(entry));
  const currentOf = (account: AccountNumbers) => correctedAccounts(account, entries, startedAt);
  const accounts = debited.flatMap(currentOf);
  const isRefused = accounts.some((account) =>
    entries.some(
      (entry) => isSame(entry, account) && entry.returns.some(({ code }) => unusable.includes(code)),
    ),
  );
  // nothing was debited if the dues were paid outside of the portal
  const others = debited.length === 0 || isRefused ? given.slice(-1).flatMap(currentOf) : [];
  return [...accounts, ...others].map(({ account }) => account);
}
