import * as z from 'zod';
import type { CalendarDate } from '../calendar.ts';
import { endpoint } from '../endpoint.ts';
import { calendarDate, email, reasonText, text } from '../fields.ts';
import { partnerId, recordId, recordVersion } from '../ids.ts';
import { done, pageOf } from '../page.ts';
import { Refusal } from '../refusal.ts';
import { onWire } from '../wire-names.ts';
import { employeeForm } from './employee-rows.ts';
import { rosterDetails } from './roster-details.ts';

/** A partner's public address on which employees sign up. The partner confirms each sign-up before it is a member. */
export const signUpLink = z.object({
  partnerId: z.string(),
  /** Last part of the address; a renewed link has another one. */
  token: z.string(),
  isOn: z.boolean(),
  /** Domains of accepted email addresses; empty accepts all, with a code word only. */
  domains: z.array(z.string()),
  codeWord: z.string().nullable(),
  /** Last calendar date of the link. */
  endsOn: z.string().nullable(),
  version: recordVersion,
});
export type SignUpLink = z.output<typeof signUpLink>;

const personFields = {
  id: z.string(),
  partnerId: z.string(),
  /** Digest of the address, by which repeated sign-ups are joined. */
  digest: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  employeeNumber: z.string().optional(),
  /** Unix time in seconds. */
  expiresAt: z.int(),
  version: recordVersion,
};

/** A guest's entries until the emailed link is opened. */
export const signUpRequest = z.object({
  ...personFields,
  linkToken: z.string(),
  secretHash: z.string(),
  /** ISO instants. */
  requestedAt: z.string(),
  confirmedAt: z.string().nullable(),
});
export type SignUpRequest = z.output<typeof signUpRequest>;

/** A person with a confirmed address who waits for the partner's decision. */
export const signUp = z.object({
  ...personFields,
  /** ISO instant of the confirmed address. */
  signedUpAt: z.string(),
  declined: z.object({ at: z.string(), who: z.string(), reason: z.string() }).nullable(),
});
export type SignUp = z.output<typeof signUp>;

/** Validity of the emailed link, and retention of sign-ups that the partner does not confirm. */
export const requestDays = 3;
export const signUpDays = 30;

export const signUpLimits = {
  /** Attempts of one network per hour; the employees of an office share one. */
  ofNetwork: 120,
  /** Emails to one address per day. */
  ofAddress: 3,
  /** Wrong code words of one link per day. */
  ofWrongCodeWords: 300,
  /** Sign-ups of a partner that wait or were declined. */
  stored: 2000,
};

/** Returns the emails that one link sends per day, by the number of memberships of the program. */
export const signUpsPerDay = (memberships: number): number => Math.min(1000, Math.max(50, memberships));

/** Providers that give everyone an address; their domains prove no employment. */
export const publicDomains: ReadonlySet<string> = new Set(
  (
    'gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com aol.com icloud.com ' +
    'me.com mac.com proton.me protonmail.com gmx.com gmx.net mail.com zoho.com yandex.com fastmail.com hey.com ' +
    'comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net'
  ).split(' '),
);

/** Returns the domains of the form: one per line, also with @ or separated by commas. */
export const domainsIn = (lines: string | undefined): string[] => [
  ...new Set(
    (lines ?? '')
      .split(/[\s,;]+/)
      .map((line) => line.replace(/^@/, '').toLowerCase())
      .filter(Boolean),
  ),
];

const mostDomains = 10;
const isDomain = (domain: string): boolean =>
  domain.length <= 253 && /^(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/.test(domain);

const linkFields = z.object({
  domains: text('Email domains', { max: 1000, required: false, lines: true })
    .refine(
      (lines) => domainsIn(lines).every(isDomain),
      'Email domains are not valid. Write each one on a line, such as example.com.',
    )
    .refine(
      (lines) => !domainsIn(lines).some((domain) => publicDomains.has(domain)),
      'Everyone can get an address of a public email provider. Use a code word instead.',
    )
    .refine((lines) => domainsIn(lines).length <= mostDomains, `Enter at most ${mostDomains} domains.`),
  codeWord: text('Code word', { min: 6, max: 40, required: false }),
  endsOn: calendarDate('Last day', { required: false }),
});

type LinkFields = z.output<typeof linkFields>;
const hasCheck = ({ domains, codeWord }: LinkFields): boolean =>
  domainsIn(domains).length > 0 || codeWord !== undefined;
const checkNeeded = { path: ['domains'], error: 'Enter an email domain, a code word, or both.' };

export const signUpLinkForm = linkFields.refine(hasCheck, checkNeeded);

/** The form of a guest. */
export const signUpForm = employeeForm.pick({ firstName: true, lastName: true }).extend({
  email: email('Work email'),
  employeeNumber: rosterDetails.shape.employeeNumber,
  codeWord: text('Code word', { max: 100, required: false }),
});

/** The form of a link with a code word. */
export const signUpFormWithCodeWord = signUpForm.extend({ codeWord: text('Code word', { max: 100 }) });

/** `hrSystem`: an API client maintains the roster, so that the link is closed. */
const signUpLinkStates = ['open', 'off', 'ended', 'noProgram', 'hrSystem'] as const;
export type SignUpLinkState = (typeof signUpLinkStates)[number];

/** Decides whether guests can sign up on a day. */
export function signUpLinkState(
  link: SignUpLink | undefined,
  { day, hasProgram, hasHrSystem }: { day: CalendarDate; hasProgram: boolean; hasHrSystem: boolean },
): SignUpLinkState {
  if (!link?.isOn) return 'off';
  if (link.endsOn !== null && link.endsOn < day) return 'ended';
  if (!hasProgram) return 'noProgram';
  return hasHrSystem ? 'hrSystem' : 'open';
}

/** Throws ('invalid') unless the address has one of the link's domains; subdomains are other domains. */
export function requireDomain({ domains }: SignUpLink, address: string): void {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  if (domains.length > 0 && !domains.includes(domain))
    throw new Refusal('invalid', `Use your work email: an address at ${domains.join(' or ')}.`, 'email');
}

const plainWord = (word: string): string =>
  word.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();

export const isCodeWord = ({ codeWord }: SignUpLink, input: string | undefined): boolean =>
  codeWord === null || plainWord(codeWord) === plainWord(input ?? '');

const partnerArea = ['systemAdmin', 'partnerManager'] as const;
const ofPartner = { roles: partnerArea, ownership: { partner: 'partnerId' } } as const;
const guests = { roles: ['guest'], ownership: 'open' } as const;
const partnerParams = z.object({ partnerId: onWire('partnerID', partnerId) });
const linkParams = z.object({ linkToken: recordId });

/** Sign-ups that one request confirms or declines. */
export const signUpsAtATime = 25;
/** Sign-ups with the versions that the user saw, because a person can sign up again with another name. */
const selection = z
  .array(z.object({ signUpId: recordId, version: recordVersion }))
  .min(1)
  .max(signUpsAtATime);

const signUpRow = z.object({
  signUpId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  employeeNumber: z.string().nullable(),
  signedUpAt: z.string(),
  /** Days since the sign-up. */
  age: z.int(),
  /** Calendar date on which the sign-up is deleted. */
  deletedOn: z.string(),
  declined: z.object({ at: z.string(), whoName: z.string(), reason: z.string() }).nullable(),
  /** Why the person cannot be added now. */
  problem: z.string().nullable(),
  version: recordVersion,
});
export type SignUpRow = z.output<typeof signUpRow>;

export const signUpEndpoints = {
  signUpLink: endpoint({
    method: 'GET',
    path: '/employeemanagement/partners/{partnerID}/signuplink',
    ...ofPartner,
    summary: "Returns a partner's sign-up link with its checks and its state.",
    params: partnerParams,
    response: signUpLink.omit({ partnerId: true, token: true, isOn: true }).extend({
      token: z.string().nullable(),
      state: z.enum(signUpLinkStates),
      partnerName: z.string(),
      /** Day on which the last full roster was applied, which ended memberships that it did not contain. */
      lastRosterOn: z.string().nullable(),
    }),
  }),
  saveSignUpLink: endpoint({
    method: 'PUT',
    path: '/employeemanagement/partners/{partnerID}/signuplink',
    ...ofPartner,
    stepUp: ['domains', 'codeWord', 'endsOn'],
    summary: "Turns on a partner's sign-up link, or changes its checks and last day.",
    params: partnerParams,
    body: linkFields.extend({ version: recordVersion }).refine(hasCheck, checkNeeded),
    response: done,
  }),
  renewSignUpLink: endpoint({
    method: 'POST',
    path: '/employeemanagement/partners/{partnerID}/signuplink/renew',
    ...ofPartner,
    stepUp: true,
    summary: 'Replaces the address of the sign-up link; the former one is invalid immediately.',
    params: partnerParams,
    body: z.object({ version: recordVersion }),
    response: done,
  }),
  turnOffSignUpLink: endpoint({
    method: 'DELETE',
    path: '/employeemanagement/partners/{partnerID}/signuplink',
    ...ofPartner,
    summary: 'Turns off the sign-up link; received sign-ups remain.',
    params: partnerParams,
    response: done,
  }),
  signUps: endpoint({
    method: 'GET',
    path: '/employeemanagement/partners/{partnerID}/signups',
    ...ofPartner,
    summary: 'Lists the sign-ups that wait for the partner, oldest first, or those that were declined.',
    params: partnerParams,
    query: z.object({ decision: z.enum(['waiting', 'declined']), cursor: recordId.optional() }),
    response: pageOf(signUpRow),
  }),
  confirmSignUps: endpoint({
    method: 'POST',
    path: '/employeemanagement/partners/{partnerID}/signups/confirm',
    ...ofPartner,
    summary:
      'Adds the persons of sign-ups to the roster, and returns those that cannot be added with the reason.',
    params: partnerParams,
    body: z.object({ signUps: selection }),
    response: done.extend({
      added: z.int(),
      refused: z.array(z.object({ signUpId: z.string(), name: z.string(), reason: z.string() })),
    }),
  }),
  declineSignUps: endpoint({
    method: 'POST',
    path: '/employeemanagement/partners/{partnerID}/signups/decline',
    ...ofPartner,
    summary: 'Declines sign-ups; nothing is emailed.',
    params: partnerParams,
    body: z.object({ signUps: selection, reason: reasonText() }),
    response: done,
  }),
  signUpForm: endpoint({
    method: 'GET',
    path: '/signuplinks/{linkToken}',
    ...guests,
    summary: 'Returns the partner of an open sign-up link and the checks of its form.',
    params: linkParams,
    response: z.object({
      partnerName: z.string(),
      domains: z.array(z.string()),
      requiresCodeWord: z.boolean(),
    }),
  }),
  signUp: endpoint({
    method: 'POST',
    path: '/signuplinks/{linkToken}',
    ...guests,
    summary:
      'Emails a link that confirms the address. The response does not depend on the roster. Requires the header g-recaptcha-response if captchas are on.',
    params: linkParams,
    body: signUpForm,
    response: done,
  }),
  confirmSignUp: endpoint({
    method: 'POST',
    path: '/signups/confirm',
    ...guests,
    summary: 'Submits the sign-up of an emailed link to the partner; a repeated call has the same response.',
    body: z.object({ token: z.string().max(200) }),
    response: z.object({
      success: z.boolean(),
      partnerName: z.string(),
      name: z.string(),
      email: z.string(),
      /** True if the address already has a membership, so that nothing was submitted. */
      isMember: z.boolean(),
    }),
  }),
};
