import * as z from 'zod';
import { choice, email, phone, text } from '../fields.ts';
import { recordId } from '../ids.ts';

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
export const submissionId = recordId.optional();

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
export type ContactRequest = z.output<typeof contactRequest>;
