import { addDays, type CalendarDate } from '../../calendar.ts';

/**
 * The rules that watch for entries that someone had no right to, on both sides (Nacha Operating Rules 2.2.4, in force for
 * every originator from June 2026). `counts`: each hit is counted; the others refuse, or delay, before anything is
 * written that could be counted.
 */
export const fraudRules = [
  {
    id: 'second',
    name: 'Two administrators',
    watches: 'Large files and payments, and new or changed accounts, need two administrators.',
    counts: true,
  },
  {
    id: 'repeated',
    name: 'Repeated file',
    watches:
      'A file with the accounts, amounts and day of an earlier one needs two administrators and a reason.',
    counts: true,
  },
  {
    id: 'strange',
    name: 'Strange return',
    watches: 'A return or change of an entry that we did not send waits for an administrator.',
    counts: true,
  },
  {
    id: 'unauthorized',
    name: 'Unauthorized return',
    watches: 'A payment that the payee says was not authorized is frozen and becomes a case.',
    counts: true,
  },
  {
    id: 'changed',
    name: 'Changed account',
    watches: 'A replaced bank account waits a day, and the payee is told.',
    counts: false,
  },
  {
    id: 'limits',
    name: 'Limits of the bank',
    watches: 'A payment, file or day above the limits of the bank settings is refused.',
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

/** The rules are looked over once a year: the day until which the next review is due. */
export const nextFraudReview = (reviewedOn: CalendarDate): CalendarDate => addDays(reviewedOn, 365);
