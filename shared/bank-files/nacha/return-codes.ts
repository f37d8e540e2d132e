/** Handling of a returned entry; `retry` at most twice in 180 days, `our-fault` with an alert. */
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
  ['R06', 'quarantine', 'Returned at the request of our bank'],
  ['R07', 'not-authorized', 'Authorization revoked'],
  ['R08', 'hold', 'Payment stopped'],
  ['R09', 'retry', 'Uncollected funds'],
  ['R10', 'not-authorized', 'Originator unknown or not authorized'],
  ['R11', 'not-authorized', 'Entry not as authorized'],
  ['R12', 'quarantine', 'Account sold to another bank'],
  ['R13', 'quarantine', 'Bank does not accept ACH entries'],
  ['R14', 'hold', 'Representative payee deceased or unable to act'],
  ['R15', 'hold', 'Account holder deceased'],
  ['R16', 'hold', 'Account frozen'],
  ['R17', 'our-fault', 'File record or account number questionable'],
  ['R18', 'our-fault', 'Improper effective date'],
  ['R19', 'our-fault', 'Amount field wrong'],
  ['R20', 'account-invalid', 'Account does not accept such payments'],
  ['R21', 'quarantine', 'Invalid company identification'],
  ['R22', 'quarantine', 'Invalid individual identification'],
  ['R23', 'hold', 'Credit refused by the receiver'],
  ['R24', 'our-fault', 'Duplicate entry'],
  ['R25', 'our-fault', 'Addenda wrong'],
  ['R26', 'our-fault', 'Mandatory field wrong'],
  ['R27', 'our-fault', 'Trace number wrong'],
  ['R28', 'our-fault', 'Routing number check digit wrong'],
  ['R29', 'not-authorized', 'Corporate customer did not authorize'],
  ['R30', 'quarantine', 'Bank does not take part in check truncation'],
  ['R31', 'quarantine', 'Return permitted by our bank'],
  ['R32', 'quarantine', 'Bank cannot settle the entry'],
  ['R33', 'quarantine', 'Destroyed check entry returned'],
  ['R34', 'quarantine', 'Participation of the bank is limited by its regulator'],
  ['R35', 'quarantine', 'Debit entries not allowed in this class or account'],
  ['R36', 'quarantine', 'Credit entries not allowed in this class'],
  ['R37', 'quarantine', 'Source document presented for payment'],
  ['R38', 'quarantine', 'Payment stopped on the source document'],
  ['R39', 'quarantine', 'Source document improper or presented for payment'],
  ['R40', 'quarantine', 'Enrollment entry returned by a federal agency'],
  ['R41', 'quarantine', 'Enrollment entry: transaction code wrong'],
  ['R42', 'quarantine', 'Enrollment entry: routing number wrong'],
  ['R43', 'quarantine', 'Enrollment entry: account number wrong'],
  ['R44', 'quarantine', 'Enrollment entry: identification number wrong'],
  ['R45', 'quarantine', 'Enrollment entry: name wrong'],
  ['R46', 'quarantine', 'Enrollment entry: representative payee indicator wrong'],
  ['R47', 'quarantine', 'Enrollment entry: duplicate'],
  ['R50', 'quarantine', 'State law restricts re-presented checks'],
  ['R51', 'quarantine', 'Re-presented check not eligible or not authorized'],
  ['R52', 'quarantine', 'Payment stopped on a re-presented check'],
  ['R53', 'quarantine', 'Check and entry both presented for payment'],
  ['R61', 'quarantine', 'Dishonored return: misrouted'],
  ['R62', 'quarantine', 'Dishonored return: unintended credit after a reversal'],
  ['R67', 'quarantine', 'Dishonored return: duplicate'],
  ['R68', 'quarantine', 'Dishonored return: too late'],
  ['R69', 'quarantine', 'Dishonored return: fields wrong'],
  ['R70', 'quarantine', 'Dishonored return: not accepted'],
  ['R71', 'quarantine', 'Contested: the dishonored return was misrouted'],
  ['R72', 'quarantine', 'Contested: the dishonored return was too late'],
  ['R73', 'quarantine', 'Contested: the original return was on time'],
  ['R74', 'quarantine', 'Contested: the return was corrected'],
  ['R75', 'quarantine', 'Contested: the return was not a duplicate'],
  ['R76', 'quarantine', 'Contested: the return had no errors'],
  ['R77', 'quarantine', 'Contested: the bank does not accept the dishonored return R62'],
  ['R80', 'quarantine', 'International entry: coding error'],
  ['R81', 'quarantine', 'International entry: bank does not take part'],
  ['R82', 'quarantine', 'International entry: foreign bank unknown'],
  ['R83', 'quarantine', 'International entry: foreign bank cannot settle'],
  ['R84', 'quarantine', 'International entry: not processed by the gateway'],
  ['R85', 'quarantine', 'International payment coded as domestic'],
  // from 2028 (Nacha: new return reason code for sanctions compliance obligations)
  ['R90', 'hold', 'Returned because of sanctions'],
];

const codesById = new Map(
  table.map(([code, outcome, meaning]): [string, ReturnCode] => [code, { code, meaning, outcome }]),
);

export const returnCode = (code: string): ReturnCode =>
  codesById.get(code) ?? { code, meaning: 'Unknown to the portal', outcome: 'quarantine' };

/** Entry not as authorized: it may be corrected and sent again. */
export const correctableCode = 'R11';

/** With QUESTIONABLE in its addenda, the bank suspects fraud. */
export const questionableCode = 'R17';

/** The holder died, the account is frozen, or sanctions apply: stopped like other holds, and the account cannot be used. */
const unusable: readonly string[] = ['R14', 'R15', 'R16', 'R90'];

/** Returns true for codes after which an administrator, not an email, contacts the payee: a death, or sanctions. */
export const excludesNotice = (code: string): boolean => ['R14', 'R15', 'R90'].includes(code);

/** Returns true for codes after which neither debits nor credits can use the account. */
export const makesAccountUnusable = (code: string): boolean =>
  returnCode(code).outcome === 'account-invalid' || unusable.includes(code);

/** Matches the return codes of the Nacha Operating Rules. */
export const isNachaReturnCode = (code: string): boolean => codesById.has(code);

/** Matches dishonored returns (R61–R70) and contested dishonored returns (R71–R77; Nacha appendix four). */
export const isDisputedReturn = (code: string): boolean => /^R(6[12]|6[7-9]|7[0-7])$/.test(code);
