import * as z from 'zod';
import { recordVersion } from '../ids.ts';
import { Refusal } from '../refusal.ts';
import type { AgreementSection } from './earlier-agreements.ts';

/**
 * Disclosures before an electronic signature, complete under 15 USC 7001(c)(1)(B) and (C). New text is a new version
 * (a test compares the hash of each), and members who agreed to another version must agree again.
 */
export const electronicConsent: AgreementSection & { version: number } = {
  version: 2,
  heading: 'Signing electronically',
  paragraphs: [
    'You do not have to sign electronically. You may ask for this agreement, and for any record that belongs to it, on paper, before you sign or later, and you pay nothing for it: write to us on the Contact page and name your postal address.',
    'Your consent covers this agreement and the records of this membership that the law wants in writing: notices of changed dues and withdrawals, confirmations, and statements. It covers no other contract.',
    'You may withdraw your consent at any time by writing to us on the Contact page. It costs nothing and your membership goes on; later records then come by post. What you signed before stays valid.',
    'We send notices to the email address of your account. When it changes, tell us on the Contact page, or ask your employer or insurer, so that they reach you.',
    'To read and keep these records you need a phone or computer with a current browser, an email account, and room to save a file or a printer. The agreement and the statements are pages of this portal, which you can also save as PDF files; notices and confirmations are emails. If that changes so that you might not be able to read them, we tell you first and you may withdraw your consent.',
  ],
};

export const signingEvents = ['opened', 'read', 'agreed'] as const;
export type SigningEvent = (typeof signingEvents)[number];

/** When something happened on the way to a signature, and from where. */
const evidence = z.object({
  /** ISO 8601 with zone. */
  at: z.string(),
  address: z.string(),
  browser: z.string(),
});
export type Evidence = z.output<typeof evidence>;

/**
 * A member on the way to a signature at one club: which words they have on the screen (`hash`), and what they did with
 * them. Other words, or another consent text, begin a new record.
 */
export const agreementConsent = z.object({
  memberId: z.string(),
  facilityId: z.string(),
  /** SHA-256 of the words, hex. */
  hash: z.string(),
  consentVersion: z.int(),
  opened: evidence,
  read: evidence.nullable(),
  agreed: evidence.nullable(),
  version: recordVersion,
});
export type AgreementConsent = z.output<typeof agreementConsent>;

/** The error when the agreement changed while it was displayed. */
export const wordsChanged =
  'The agreement changed after you opened it. Nothing was signed. Reload the page and read it again.';

/** The error for another code than the displayed one. */
export const wrongCode = 'This is not the code in the agreement. Copy the six digits at the top of it.';

type Words = Pick<AgreementConsent, 'memberId' | 'facilityId' | 'hash'>;

/** True when a record refers to this text and to the current consent text. */
export const isAbout = <Consent extends AgreementConsent | undefined>(
  consent: Consent,
  hash: string,
): consent is Consent & AgreementConsent =>
  consent?.hash === hash && consent.consentVersion === electronicConsent.version;

/**
 * The record after an event; the same record where it happened before, so that a repeated call changes nothing.
 * `before` is what is known of the member at this club.
 */
export function withEvent(
  before: AgreementConsent | undefined,
  words: Words,
  event: SigningEvent,
  evidence: Evidence,
): AgreementConsent {
  const version = before?.version ?? 0;
  const begun: AgreementConsent = isAbout(before, words.hash)
    ? before
    : {
        ...words,
        consentVersion: electronicConsent.version,
        opened: evidence,
        read: null,
        agreed: null,
        version,
      };
  return event === 'opened' || begun[event] !== null ? begun : { ...begun, [event]: evidence };
}

/** A consent with everything in it that a signature needs. */
export type CompleteConsent = AgreementConsent & { read: Evidence; agreed: Evidence };

/** Throws 'invalid' or 'conflict' unless the text was opened, read to the end, and accepted. */
export function mustHaveConsented(consent: AgreementConsent | undefined, hash: string): CompleteConsent {
  if (consent && !isAbout(consent, hash)) throw new Refusal('conflict', wordsChanged);
  if (!consent?.agreed)
    throw new Refusal(
      'invalid',
      'Agree to sign electronically first: read the agreement and enter the code in it.',
    );
  const { read, agreed } = consent;
  if (!read) throw new Refusal('invalid', 'Read the agreement to its end before you sign it.');
  return { ...consent, read, agreed };
}
