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
  ['R31', 'quarantine', 'Return permitted by our bank'],
  ['R61', 'quarantine', 'Dishonored return: misrouted'],
  ['R62', 'quarantine', 'Dishonored return: unintended credit after a reversal'],
  ['R67', 'quarantine', 'Dishonored return: duplicate'],
  ['R68', 'quarantine', 'Dishonored return: too late'],
  ['R69', 'quarantine', 'Dishonored return: fields wrong'],
  ['R70', 'quarantine', 'Dishonored return: not accepted'],
  ['R77', 'quarantine', 'Contested: the bank does not accept the dishonored return R62'],
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

/** The holder died or the account is frozen: stopped like other holds, and the account cannot be used. */
const unusable: readonly string[] = ['R14', 'R15', 'R16'];

/** Returns true for codes after which an administrator, not an email, contacts the payee. */
export const reportsDeath = (code: string): boolean => code === 'R14' || code === 'R15';

/** Returns true for codes after which neither debits nor credits can use the account. */
export const makesAccountUnusable = (code: string): boolean =>
  returnCode(code).outcome === 'account-invalid' || unusable.includes(code);

/** Matches the codes of the Nacha Operating Rules (R01–R85, with gaps). */
export const isNachaReturnCode = (code: string): boolean =>
  /^R(0[1-9]|[123]\d|4[0-7]|5[0-3]|6[1-27-9]|7[0-7]|8[0-5])$/.test(code);

/** Matches dishonored returns (R61–R70) and contested dishonored returns (R71–R77; Nacha appendix four). */
export const isDisputedReturn = (code: string): boolean => /^R(6[12]|6[7-9]|7[0-7])$/.test(code);
