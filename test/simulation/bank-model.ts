// Rules about entries that a bank and its customers see; it imports nothing of the portal.

/** An entry of a file that arrived at the bank. */
export interface BankEntry {
  trace: string;
  /** The payment that names the trace, once it is stored. */
  paymentId: string | undefined;
  isDebit: boolean;
  routing: string;
  account: string;
  amount: number;
  effectiveDate: string;
  /** When the file was begun. */
  startedAt: string;
  /** Data of notifications of change. */
  corrections: string[];
  returned: { at: string; code: string } | undefined;
}

/** Entries of the dues of a month. Status 6: paid outside of the portal. */
export interface DuesOfMonth {
  status: number | undefined;
  sent: readonly BankEntry[];
}

/** Times at which a member gave and revoked an authorization. */
export interface Debits {
  given: string[];
  revoked: string[];
}

const dayBefore = (at: string): string => new Date(Date.parse(at) - 86_400_000).toISOString();

/** Codes that the portal applies by itself; returns with others are decided by administrators, who can dismiss them. */
const appliedCodes = new Set(['R01', 'R02', 'R03', 'R04', 'R07', 'R08', 'R10', 'R16', 'R20', 'R29']);
export const isApplied = (code: string): boolean => appliedCodes.has(code);

/** True if an entry of the dues had not come back a day before; later returns can be on their way. */
export const duesAreCollected = ({ status, sent }: DuesOfMonth, at: string): boolean =>
  status === 6 ||
  sent.some(
    ({ startedAt, returned }) =>
      startedAt <= at && (!returned || !isApplied(returned.code) || returned.at > dayBefore(at)),
  );

const unauthorized = ['R05', 'R07', 'R10', 'R11', 'R29'];
const unusable = ['R02', 'R03', 'R04', 'R15', 'R16', 'R20'];

/** Returns why a debit lacks an authorization. `stopDay` is the first day that a revocation stops. */
export function debitProblem(
  debit: BankEntry,
  earlier: readonly BankEntry[],
  { given, revoked }: Debits,
  stopDay: (revokedAt: string) => string,
): string | undefined {
  const before = dayBefore(debit.startedAt);
  const isRenewed = (since: string) => given.some((at) => at > since);
  for (const at of revoked)
    if (at < before && debit.effectiveDate >= stopDay(at) && !isRenewed(at))
      return `after the revocation of ${at}`;
  for (const { returned, account, routing, paymentId } of earlier) {
    if (!returned || returned.at > before || isRenewed(returned.at)) continue;
    const { code, at } = returned;
    // an entry returned by R11 can be corrected
    if (unauthorized.includes(code) && !(code === 'R11' && paymentId === debit.paymentId))
      return `after ${code} of ${at} without a new authorization`;
    if (unusable.includes(code) && account === debit.account && routing === debit.routing)
      return `from the account that ${code} of ${at} made unusable`;
  }
  return undefined;
}
