import { dateInChicago } from '../../../shared/calendar.ts';
import { enrollment } from '../../../shared/contracts/enrollment.ts';
import {
  checkEnroll,
  enrolledMember,
  healthConsentAtSigning,
  isEnrolledAt,
} from '../../../shared/enrollment/enroll.ts';
import { firstDayOfEnrollment } from '../../../shared/payments/dues.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { loadMember } from '../../members/store.ts';
import { handle } from '../../handle.ts';
import { evidenceFrom } from '../evidence-from.ts';
import { saveEnrollment } from '../save-enrollment.ts';
import { signAgreement, signedBy } from '../sign-agreement.ts';
import { bankAccountChanges, loadCompleteConsent, loadSigning } from '../signing.ts';

export const handler = handle(enrollment.enroll, async (context) => {
  const { body, caller, now, newId } = context;
  const memberId = body.memberIds[0] ?? '';
  const member = await loadMember(memberId);
  const response = { success: true, message: 'You are enrolled. Welcome to your club.' };
  if (isEnrolledAt(member, body)) return response;
  const signing = await loadSigning(member, body, now);
  checkEnroll(signing, body);
  const evidence = { consent: await loadCompleteConsent(signing), from: evidenceFrom(context) };
  const today = dateInChicago(now);
  const firstDay = firstDayOfEnrollment(today, signing.terms.launchDate);
  const agreement = await signAgreement(signing, body, firstDay, now, evidence);
  const { changes, tokens } = await bankAccountChanges(signing, body, newId, now);
  const after = enrolledMember(signing, body, today, {
    agreement: signedBy(agreement),
    healthConsent: healthConsentAtSigning(signing, today),
    ...tokens,
  });
  try {
    await saveEnrollment({ signing, after, agreement, accounts: changes, who: caller.userId, now, newId });
  } catch (error) {
    // a concurrent duplicate request returns the result of the first one
    if (error instanceof Refusal && isEnrolledAt(await loadMember(memberId), body)) return response;
    throw error;
  }
  return response;
});
