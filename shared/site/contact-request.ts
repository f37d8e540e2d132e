import * as z from 'zod';
import { choice, email, phone, text, state } from '../fields.ts';
import { recordId } from '../ids.ts';
import { states } from '../states.ts';

export type Desk = 'sales' | 'support';

/** Options for 'Which best describes you?' with the desk for each. Never change the meaning of a key. */
export const userDescriptions = [
  { key: 1, value: 'I am an employer', desk: 'sales' },
  { key: 2, value: 'I am with an insurer or health plan', desk: 'sales' },
  { key: 3, value: 'I run a gym or fitness facility', desk: 'sales' },
  { key: 4, value: 'I am a member', desk: 'support' },
  { key: 5, value: 'I would like to become a member', desk: 'support' },
  { key: 6, value: 'Something else', desk: 'support' },
] as const satisfies readonly { key: number; value: string; desk: Desk }[];

/** Created by the client once per completed form, so that a form sent twice becomes one email. */
const submissionId = recordId.optional();

/** The contact form (spec 1 §3, §5). */
export const contactRequest = z.object({
  fullName: text('Full Name', { max: 100 }),
  companyName: text('Company Name', { max: 300, required: false }),
  emailAddress: email('Email', { max: 320 }),
  contactNumber: phone('Contact Number', { max: 14 }),
  userDescriptionId: choice(
    'Which best describes you?',
    userDescriptions.map(({ key, value }) => ({ value: key, label: value })),
  ),
  Message: text('Message', { max: 300, lines: true }),
  submissionId,
});
type ContactRequest = z.output<typeof contactRequest>;

/** Step 1, General Info (spec 1 §5). */
export const nominationGeneralInfo = z.object({
  name: text('Full Name', { max: 50 }),
  email: email('Email', { max: 300 }),
  provider: text('Program or Provider Name', { max: 300, required: false }),
});

/** Step 2, Club Info. */
export const nominationClubInfo = z.object({
  clubName: text('Club Name', { max: 300 }),
  city: text('City', { max: 50 }),
  state: state('State'),
  clubContactName: text('Contact Name', { max: 300, required: false }),
  clubContactNumber: phone('Contact number', { required: false }),
  clubEmail: email('Club email', { max: 300, required: false }),
});

export const clubNomination = nominationGeneralInfo.extend({ ...nominationClubInfo.shape, submissionId });
type ClubNomination = z.output<typeof clubNomination>;

/** An email to one of our desks: the form's values, line by line, as plain text. */
export interface SiteEmail {
  desk: Desk;
  subject: string;
  replyTo: string;
  lines: readonly (readonly [label: string, text: string])[];
}

const filledLines = (lines: readonly (readonly [string, string | undefined])[]): SiteEmail['lines'] =>
  lines.flatMap(([label, text]) => (text ? [[label, text] as const] : []));

export function contactEmail(request: ContactRequest): SiteEmail {
  const description = userDescriptions.find(({ key }) => key === request.userDescriptionId);
  return {
    desk: description?.desk ?? 'support',
    subject: `Contact request from ${request.fullName}`,
    replyTo: request.emailAddress,
    lines: filledLines([
      ['Full Name', request.fullName],
      ['Company Name', request.companyName],
      ['Email', request.emailAddress],
      ['Contact Number', request.contactNumber],
      ['Which best describes you?', description?.value],
      ['Message', request.Message],
    ]),
  };
}

export function nominationEmail(nomination: ClubNomination): SiteEmail {
  const stateName = states.find(({ abbr }) => abbr === nomination.state)?.name;
  return {
    desk: 'sales',
    subject: `Club nomination: ${nomination.clubName}, ${nomination.city}, ${nomination.state}`,
    replyTo: nomination.email,
    lines: filledLines([
      ['Full Name', nomination.name],
      ['Email', nomination.email],
      ['Program or Provider Name', nomination.provider],
      ['Club Name', nomination.clubName],
      ['City', nomination.city],
      ['State', stateName ?? nomination.state],
      ['Contact Name', nomination.clubContactName],
      ['Contact number', nomination.clubContactNumber],
      ['Club email', nomination.clubEmail],
    ]),
  };
}
