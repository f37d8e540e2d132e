const hours = 3_600_000;

/** A replaced account before a bank file uses it: what it will be, who entered it, and from which instant it counts. */
export interface Waiting {
  enteredAt: string;
  enteredBy: string;
  /** ISO instant. */
  usableFrom: string;
}

/** The instant from which an account that is entered now may be used. */
export const usableFrom = (now: Date, waitHours: number): string =>
  new Date(now.getTime() + waitHours * hours).toISOString();

/** Does this replaced account still wait? From `usableFrom` on it is the account. */
export const isWaiting = (waiting: Waiting | null | undefined, now: Date): waiting is Waiting =>
  waiting !== null && waiting !== undefined && now.toISOString() < waiting.usableFrom;

/**
 * The account at an instant: the replacing one once its time has come, the old one with what waits before that. The
 * version is the stored one, so that a change states what it saw.
 */
export function accountAt<Account extends { changedAt: string; waiting?: Waiting | null }>(
  account: Account,
  now: Date,
): Account {
  const waiting: Waiting | null | undefined = account.waiting;
  if (!waiting || now.toISOString() < waiting.usableFrom) return account;
  const { enteredAt: _at, enteredBy: _by, usableFrom: changedAt, ...replacing } = waiting;
  // what a bank said of the old numbers is not said of these
  return { ...account, prenote: null, ...replacing, changedAt, waiting: null, held: null, correctedAt: null };
}

/** Why a bank account may not be edited while a replaced one waits; `when` is shown to people. */
export const lockedEditing = (when: string): string =>
  `Editing is locked: a replaced bank account waits until ${when}. Release or withdraw it first.`;
