import { addBankingDays, type CalendarDate } from '../../calendar.ts';
import { accountNumber, type AccountType } from '../../bank-accounts/bank-account.ts';
import { isRoutingNumber } from '../../bank-accounts/routing-number.ts';

const meanings: Record<string, string> = {
  C01: 'Account number',
  C02: 'Routing number',
  C03: 'Routing number and account number',
  C04: 'Name',
  C05: 'Account type',
  C06: 'Account number and account type',
  C07: 'Routing number, account number and account type',
  C09: 'Individual identification',
  C10: 'Company name',
  C11: 'Company identification',
  C12: 'Company name and identification',
  C13: 'Addenda format',
  C14: 'Entry class for outbound international payments',
};

export const changeMeaning = (code: string): string | undefined => meanings[code];

/** Matches NOC codes (C01–C14) and refused NOC codes (C61–C69). */
export const isNachaChangeCode = (code: string): boolean => code in meanings || /^C6[1-9]$/.test(code);

/** Returns the deadline of a change: six banking days after receipt (Nacha 2.12.1). */
export const changeDeadline = (receivedOn: CalendarDate): CalendarDate => addBankingDays(receivedOn, 6);

export type AccountChange = { routingNumber?: string; accountNumber?: string; accountType?: AccountType };

const accountTypeOfCode = (code: string): AccountType | undefined =>
  /^2\d$/.test(code) ? 'checking' : /^3\d$/.test(code) ? 'savings' : undefined;

// Field positions in the 29 characters of corrected data, by code (Nacha Operating Rules, appendix five).
const places: Record<string, Partial<Record<keyof AccountChange, [from: number, to: number]>>> = {
  C01: { accountNumber: [0, 17] },
  C02: { routingNumber: [0, 9] },
  C03: { routingNumber: [0, 9], accountNumber: [12, 29] },
  C05: { accountType: [0, 2] },
  C06: { accountNumber: [0, 17], accountType: [20, 22] },
  C07: { routingNumber: [0, 9], accountNumber: [9, 26], accountType: [26, 28] },
};

/** Returns the corrected bank details of a change (C01–C03, C05–C07); undefined when it requires manual review. */
export function accountChange(code: string, correctedData: string): AccountChange | undefined {
  const fields = places[code];
  if (!fields) return undefined;
  const correctedField = ([from, to]: [number, number]): string =>
    correctedData.padEnd(29).slice(from, to).trim();
  const change: AccountChange = {};
  if (fields.routingNumber) {
    const routing = correctedField(fields.routingNumber);
    if (!isRoutingNumber(routing)) return undefined;
    change.routingNumber = routing;
  }
  if (fields.accountNumber) {
    const account = accountNumber.safeParse(correctedField(fields.accountNumber));
    if (!account.success) return undefined;
    change.accountNumber = account.data;
  }
  if (fields.accountType) {
    const type = accountTypeOfCode(correctedField(fields.accountType));
    if (!type) return undefined;
    change.accountType = type;
  }
  return change;
}

export const changedAccountPosition = (code: string): [from: number, to: number] | undefined =>
  places[code]?.accountNumber;
