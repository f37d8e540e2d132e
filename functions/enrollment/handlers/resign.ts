import { dateInChicago } from '../../../shared/calendar.ts';
import { agreementVersionOf } from '../../../shared/enrollment/agreement-text.ts';
import { enrollment } from '../../../shared/contracts/enrollment.ts';
import { checkSigning, healthConsentAtSigning } from '../../../shared/enrollment/enroll.ts';
import { duesAnnouncedAfterSigningAgain } from '../../../shared/enrollment/announced-dues.ts';
import { firstDayOf } from '../../../shared/members/member.ts';
import { isEnrolled } from '../../../shared/members/standing.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { loadMember } from '../../members/store.ts';
import { handle } from '../../handle.ts';
import { evidenceFrom } from '../evidence-from.ts';
import { saveSignature } from '../save-enrollment.ts';
import { signAgreement, signedBy } from '../sign-agreement.ts';
import { bankAccountChanges, loadCompleteConsent, loadSigning } from '../signing.ts';

export const handler = handle(enrollment.resign, async (context) => {
  const { body, caller, now, newId } = context;
  const member = await loadMember(body.memberIds[0] ?? '');
  if (!isEnrolled(member) || member.facilityId !== body.facilityId)
    throw new Refusal('conflict', 'You are not enrolled in this club. Enroll in it first.');
  const response = { success: true, message: 'Thank you. Your agreement is signed.' };
  const signing = await loadSigning(member, body, now);
  if ((member.agreement?.version ?? 0) >= agreementVersionOf(signing.terms)) return response;
  checkSigning(signing, body);
  const evidence = { consent: await loadCompleteConsent(signing), from: evidenceFrom(context) };
  const agreement = await signAgreement(
    signing,
    body,
    firstDayOf(member) ?? dateInChicago(now),
    now,
    evidence,
  );
  const { changes, tokens } = await bankAccountChanges(signing, body, newId, now);
  const healthConsent = healthConsentAtSigning(signing, dateInChicago(now));
  const knownDues = duesAnnouncedAfterSigningAgain(signing.terms, member.knownDues, dateInChicago(now));
  const latinName = body.latinName || member.latinName;
  const agreed = { agreement: signedBy(agreement), healthConsent };
  const after = { ...member, ...tokens, latinName, knownDues, ...agreed };
  await saveSignature({ signing, after, agreement, accounts: changes, who: caller.userId, now });
  return response;
});
