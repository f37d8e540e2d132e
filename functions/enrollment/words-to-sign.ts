import { dateInChicago } from '../../shared/calendar.ts';
import { agreementWords, agreementVersionOf } from '../../shared/enrollment/agreement-text.ts';
import { termsAtSigning } from '../../shared/enrollment/contract-steps.ts';
import { consentStateOf } from '../../shared/members/health-consent.ts';
import { loadFacility } from '../facilities/store.ts';
import { mustLoadGroupMembership } from '../group-memberships/store.ts';
import { loadMember } from '../members/store.ts';
import { keyedDigests } from '../platform/keyed-digest.ts';
import { agreementTextHash, type AgreementText } from './agreement-pdf.ts';

/** Returns the text that a member would sign today for a facility, and its hash. */
export async function wordsToSign(
  { memberId, facilityId }: { memberId: string; facilityId: string },
  now: Date,
): Promise<{ words: AgreementText; hash: string; needsHealthConsent: boolean }> {
  const [member, facility] = await Promise.all([loadMember(memberId), loadFacility(facilityId)]);
  const program = await mustLoadGroupMembership(member.partnerId);
  const terms = termsAtSigning(program, dateInChicago(now));
  const words = agreementWords(agreementVersionOf(terms), terms.programPaymentTypeId, facility);
  if (!words) throw new Error('the current agreement has no words');
  const needsHealthConsent = consentStateOf(member, facility) !== null;
  return { words, hash: agreementTextHash(words), needsHealthConsent };
}

/**
 * Returns the six-digit codes at the top of this text in the viewer and in the PDF, as proof that the member can read the
 * form of the records (15 USC 7001(c)(1)(C)(ii)). They are derived, so that reading writes nothing; one per version of
 * the key, of which the first is shown.
 */
export async function signingCodes(memberId: string, hash: string): Promise<string[]> {
  const digests = await keyedDigests(`pdf/${memberId}/${hash}`);
  return digests.map((digest) =>
    String(Buffer.from(digest, 'base64url').readUInt32BE() % 1_000_000).padStart(6, '0'),
  );
}

/** Returns the code that is displayed, in two groups of digits. */
export async function displayedCode(memberId: string, hash: string): Promise<string> {
  const [code = ''] = await signingCodes(memberId, hash);
  return `${code.slice(0, 3)} ${code.slice(3)}`;
}
