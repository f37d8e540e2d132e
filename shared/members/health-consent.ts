import * as z from 'zod';
import { recordVersion } from '../ids.ts';
import type { CalendarDate } from '../calendar.ts';

/**
 * States that require consent before consumer health data is collected, and a separate one before it is shared, with a
 * way to withdraw it: Washington (RCW 19.373.030, .040), Nevada (NRS 603A.500, .505), and Connecticut (Conn. Gen. Stat.
 * § 42-526).
 */
const consentStates = { WA: 'Washington', NV: 'Nevada', CT: 'Connecticut' } as const;
export const consentState = z.enum(['WA', 'NV', 'CT']);
type ConsentState = z.output<typeof consentState>;

/** Says which visits an employer's totals do not contain. */
export const withoutConsents = `Without visits of members who can withdraw the consent to share them (${Object.values(consentStates).join(', ')}).`;

export const consentStateName = (state: ConsentState): string => consentStates[state];

/** The consent in force. Its evidence is the audit event of the member. */
export const healthConsent = z.object({
  version: recordVersion,
  state: consentState,
  /** Calendar dates. */
  givenOn: z.string(),
  withdrawnOn: z.string().nullable(),
  /** First day with visits that are collected, after a withdrawn consent was given again. */
  from: z.string().nullable(),
});
export type HealthConsent = z.output<typeof healthConsent>;

/** New text is a new version (a test compares the hash of each). */
export const healthConsentText = {
  version: 1,
  heading: 'Consumer health data',
  paragraphs: [
    'Your state protects data about your visits as consumer health data. We collect the dates, times, and clubs of your visits from your club, to count them for your program and to pay reimbursements.',
    'We share visit counts with your employer or insurer and, where this agreement says so, the dates and clubs of your visits. Payroll departments and banks receive the amounts of reimbursements. We sell nothing.',
    'You can withdraw both consents at any time under Profile, Privacy. From then on, we no longer collect or share your visits, and you earn no further reimbursements. Your membership and its dues continue.',
  ],
  collection: 'I consent to the collection of my visits for this purpose',
  sharing: 'I consent to sharing my visits with these recipients',
} as const;

/** Returns the state that requires consent: of the member's residence, or else of the club. */
export function consentStateOf(
  member: { state?: string | null | undefined },
  facility: { state?: string | null | undefined } | undefined,
): ConsentState | null {
  const state = [member.state, facility?.state].find((state) => consentState.safeParse(state).success);
  return state ? consentState.parse(state) : null;
}

interface Consenting {
  healthConsent?: HealthConsent | undefined;
}

interface PossiblyConsenting extends Consenting {
  state?: string | null | undefined;
  facilityState?: string | null | undefined;
  mayWithdrawSince?: string | undefined;
}

export const hasWithdrawnConsent = ({ healthConsent: consent }: Consenting): boolean =>
  (consent?.withdrawnOn ?? null) !== null;

/**
 * Returns the state of a member's consent, also after the member moved away. The state of the club is the member's copy,
 * from which the right to withdraw the consent is recorded.
 */
export const stateOfConsent = (member: PossiblyConsenting): ConsentState | null =>
  consentStateOf(member, { state: member.facilityState }) ?? member.healthConsent?.state ?? null;

/** True for members whose visits no total of an employer contains, because they can withdraw the consent to share them. */
export const mayWithdrawConsent = (member: PossiblyConsenting): boolean =>
  member.mayWithdrawSince !== undefined || stateOfConsent(member) !== null;

/** True if the visit of a day must not be collected: consent is withdrawn, or was given again later. */
export const refusesVisit = (member: Consenting, date: CalendarDate): boolean =>
  hasWithdrawnConsent(member) || date < (member.healthConsent?.from ?? '');

export const refusedVisit = 'This member withdrew the consent to collect visits. The visit is not stored.';

/** Returns the consent given on a day, after `before`. */
export const newConsent = (
  before: HealthConsent | undefined,
  state: ConsentState,
  today: CalendarDate,
): HealthConsent => ({
  version: healthConsentText.version,
  state,
  givenOn: today,
  withdrawnOn: null,
  from: before?.withdrawnOn ? today : (before?.from ?? null),
});
