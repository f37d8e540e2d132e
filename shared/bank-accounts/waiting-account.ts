const hours = 3_600_000;

/** A replacement account that is not in effect yet: its data, who entered it, and when it takes effect. */
export interface Waiting {
  enteredAt: string;
  enteredBy: string;
  /** ISO instant. */
  usableFrom: string;
}

/** Returns when an account entered now takes effect. */
export const usableFrom = (now: Date, waitHours: number): string =>
  new Date(now.getTime() + waitHours * hours).toISOString();

export const isWaiting = (waiting: Waiting | null | undefined, now: Date): waiting is Waiting =>
  waiting !== null && waiting !== undefined && now.toISOString() < waiting.usableFrom;

/**
 * Returns the account at an instant: the replacement after its wait, otherwise the old account with the replacement. The
 * version is the stored one, for optimistic locking.
 */
export function accountAt<Account extends { changedAt: string; waiting?: Waiting | null }>(
  account: Account,
  now: Date,
): Account {
  const waiting: Waiting | null | undefined = account.waiting;
  if (!waiting || now.toISOString() < waiting.usableFrom) return account;
  const { enteredAt: _at, enteredBy: _by, usableFrom: changedAt, ...replacing } = waiting;
  // bank responses about the old numbers do not apply to the new ones
  return {
    ...account,
    prenote: null,
    ...replacing,
    changedAt,
    waiting: null,
    held: null,
    authorizationEnded: null,
    correctedAt: null,
    correctedFrom: undefined,
  };
}

/** Returns the refusal to edit an account while a replacement waits. `when` is display text. */
export const lockedEditing = (when: string): string =>
  `Editing is locked: a replaced bank account waits until ${when}. Release or withdraw it first.`;

/** Without the wait, a second person checks the account. */
export const releaseByAnother =
  'You entered this account. Another administrator releases it, or it is used after the wait. Nothing was changed.';
