import { showMoney } from '../money.ts';

/**
 * What the portal does with a returned entry: retry it (at most twice in 180 days), ask for new bank details,
 * stop and open a case because nobody authorized it, hold and open a case, raise an alert because our own file was
 * wrong, or quarantine it until a person has looked.
 */
export type ReturnOutcome =
  | 'retry'
  | 'account-invalid'
  | 'not-authorized'
  | 'hold'
  | 'our-fault'
  | 'quarantine';

export type ReturnCode = { code: string; meaning: string; outcome: ReturnOutcome };

const table: [code: string, outcome: ReturnOutcome, meaning: string][] = [
  ['R01', 'retry', 'Insufficient funds'],
  ['R02', 'account-invalid', 'Account closed'],
  ['R03', 'account-invalid', 'No such account'],
  ['R04', 'account-invalid', 'Invalid account number'],
  ['R05', 'not-authorized', 'Corporate debit to a consumer account, not authorized'],
  ['R06', 'quarantine', 'Returned because our bank asked for it'],
  ['R07', 'not-authorized', 'Authorization revoked'],
  ['R08', 'hold', 'Payment stopped'],
  ['R09', 'retry', 'Uncollected funds'],
  ['R10', 'not-authorized', 'Originator unknown or not authorized'],
  ['R11', 'not-authorized', 'Entry not as authorized'],
  ['R12', 'quarantine', 'Account sold to another bank'],
  ['R13', 'quarantine', 'Bank does not take ACH entries'],
  ['R14', 'hold', 'Representative payee deceased or unable to act'],
  ['R15', 'hold', 'Account holder deceased'],
  ['R16', 'hold', 'Account frozen'],
  ['R17', 'our-fault', 'File record or account number in doubt'],
  ['R18', 'our-fault', 'Improper effective date'],
  ['R19', 'our-fault', 'Amount field wrong'],
  ['R20', 'account-invalid', 'Account does not take such payments'],
  ['R21', 'quarantine', 'Invalid company identification'],
  ['R22', 'quarantine', 'Invalid individual identification'],
  ['R23', 'hold', 'Credit refused by the receiver'],
  ['R24', 'our-fault', 'Duplicate entry'],
  ['R25', 'our-fault', 'Addenda wrong'],
  ['R26', 'our-fault', 'Mandatory field wrong'],
  ['R27', 'our-fault', 'Trace number wrong'],
  ['R28', 'our-fault', 'Routing number check digit wrong'],
  ['R29', 'not-authorized', 'Corporate customer did not authorize'],
  ['R31', 'quarantine', 'Return permitted by our bank'],
  ['R61', 'quarantine', 'Dishonoured return: misrouted'],
  ['R62', 'quarantine', 'Dishonored return: unintended credit after a reversal'],
  ['R67', 'quarantine', 'Dishonoured return: duplicate'],
  ['R68', 'quarantine', 'Dishonoured return: too late'],
  ['R69', 'quarantine', 'Dishonoured return: fields wrong'],
  ['R70', 'quarantine', 'Dishonoured return: not accepted'],
  ['R77', 'quarantine', 'Contested: the bank does not accept the dishonored return R62'],
];

const known = new Map(
  table.map(([code, outcome, meaning]): [string, ReturnCode] => [code, { code, meaning, outcome }]),
);

/** What a return code means and what happens; a code the table does not hold is quarantined, never dropped. */
export const returnCode = (code: string): ReturnCode =>
  known.get(code) ?? { code, meaning: 'Unknown to the portal', outcome: 'quarantine' };

/** True for the codes the Nacha Operating Rules define (R01–R85, with gaps). */
export const isNachaReturnCode = (code: string): boolean =>
  /^R(0[1-9]|[123]\d|4[0-7]|5[0-3]|6[1-27-9]|7[0-7]|8[0-5])$/.test(code);

/** True for a return our own bank dishonoured, or the other bank then contested (R61–R70, R71–R77; Nacha appendix four). */
export const isDisputedReturn = (code: string): boolean => /^R(6[12]|6[7-9]|7[0-7])$/.test(code);

/** What an entry from the bank is matched on: the trace of what we sent, the amount in cents, the account. */
export interface SentEntry {
  trace: string;
  amount: number;
  /** The HMAC of routing and account number (functions/platform/vault.ts). */
  fingerprint: string;
}

/** An entry from the bank as it is matched; `amount` is null where it carries none (changes of an account). */
export interface ReturnedEntry {
  originalTrace: string;
  amount: number | null;
  fingerprints: readonly string[];
}

/**
 * Why an entry from the bank does not belong to what was sent under its trace, as a sentence; undefined when trace,
 * amount and account all agree. The trace alone is never enough: then the entry goes to quarantine.
 */
export function mismatch(returned: ReturnedEntry, sent: SentEntry | undefined): string | undefined {
  if (!sent || sent.trace !== returned.originalTrace) return 'We sent no entry with this trace number.';
  if (returned.amount !== null && returned.amount !== sent.amount)
    return `The amount differs: we sent ${showMoney(sent.amount)} under this trace number.`;
  if (!returned.fingerprints.includes(sent.fingerprint))
    return 'The account differs from the one that we sent this entry to.';
  return undefined;
}
