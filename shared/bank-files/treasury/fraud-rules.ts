import { addDays, type CalendarDate } from '../../calendar.ts';

/** Fraud monitoring rules (Nacha Operating Rules 2.2.4, required from June 2026). Only some rules count their hits. */
export const fraudRules = [
  {
    id: 'second',
    name: 'Two administrators',
    watches: 'Large files and payments, and new or changed accounts, require two administrators.',
    counts: true,
  },
  {
    id: 'repeated',
    name: 'Repeated file',
    watches:
      'A file with the accounts, amounts, and date of an earlier one requires two administrators and a reason.',
    counts: true,
  },
  {
    id: 'strange',
    name: 'Unknown return',
    watches: 'A return or change of an entry that we did not send waits for an administrator.',
    counts: true,
  },
  {
    id: 'unauthorized',
    name: 'Unauthorized return',
    watches: 'A payment that the payee reports as unauthorized is frozen and becomes a case.',
    counts: true,
  },
  {
    id: 'changed',
    name: 'Changed account',
    watches: 'A replaced bank account cannot be used for one day, and the payee is notified.',
    counts: false,
  },
  {
    id: 'limits',
    name: 'Bank limits',
    watches: 'A payment, file, or daily total above the limits of the bank settings is rejected.',
    counts: false,
  },
  {
    id: 'pin',
    name: 'PIN',
    watches: 'Five wrong PINs lock sending for 15 minutes.',
    counts: false,
  },
] as const;
export type FraudRuleId = (typeof fraudRules)[number]['id'];
export type CountedFraudRule = Extract<(typeof fraudRules)[number], { counts: true }>['id'];

export const fraudHitsOverMonths = 12;

export const nextFraudReview = (reviewedOn: CalendarDate): CalendarDate => addDays(reviewedOn, 365);
