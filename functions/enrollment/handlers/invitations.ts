import { dateInChicago } from '../../../shared/calendar.ts';
import { maskedEmail } from '../../../shared/enrollment/invitation.ts';
import { invitationSentences } from '../../../shared/users/link-texts.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { createAccount, invitationOf, saveAcceptance } from '../../members/invitation-store.ts';
import { loadMember } from '../../members/store.ts';
import { hasSignIn } from '../../users/store.ts';
import { enrollment } from '../../../shared/contracts/enrollment.ts';
import { handle } from '../../handle.ts';
import { sameDigest, sha256 } from '../../platform/digest.ts';
import { setPassword } from '../../platform/user-pool.ts';
import { requireSafePassword } from '../../users/password-check.ts';
import {
  emailLinked,
  linkAudit,
  linkedUser,
  loadSignOn,
  requireProviderOf,
} from '../../users/sign-on-store.ts';
import { checkKeyFob } from '../../../shared/enrollment/enroll.ts';
import { loadKeyFobs } from '../../employees/store.ts';
import { loadPartner } from '../../partners/store.ts';
import { agreementWords } from '../../../shared/enrollment/agreement-text.ts';
import { programPaymentTypeId } from '../../../shared/programs.ts';
import { offerText } from '../../../shared/enrollment/contract-steps.ts';
import { loadGroupMembership } from '../../group-memberships/store.ts';
import { findFacilityByAgreementNumber } from '../../facilities/store.ts';
import { policyHtml } from '../agreement-pages.ts';

export const acceptInvitationHandler = handle(enrollment.acceptInvitation, async ({ params, body, now }) => {
  const { invitation, member, state } = await invitationOf(params.token, now);
  if (state !== 'open') throw new Refusal('conflict', invitationSentences[state]);
  // checked before the pool: a link must never set the password of an existing account
  if (await hasSignIn(member.email))
    throw new Refusal(
      'conflict',
      'You have an account with this address already. Log in, then open this link again.',
    );
  await requireProviderOf(member.partnerId);
  await requireSafePassword(body.password, member, 'password');
  const { email } = await createAccount({ invitation, member, now });
  // only the caller that claimed the invitation sets the password; after a crash, "Forgot password?" lets the user in
  await setPassword(email, body.password);
  return { success: true, message: 'Your account is ready.', email };
});

export const checkKeyFobHandler = handle(enrollment.checkKeyFob, async ({ query }) => {
  const [member, [keyFob]] = await Promise.all([
    loadMember(query.memberId),
    loadKeyFobs([query.keyFobNumber]),
  ]);
  checkKeyFob(member, keyFob, query.keyFobNumber);
  return { success: true };
});

export const invitationHandler = handle(enrollment.invitation, async ({ params, now }) => {
  const { invitation, member, state } = await invitationOf(params.token, now);
  const [partner, program, hasAccount, { active }] = await Promise.all([
    loadPartner(member.partnerId),
    loadGroupMembership(member.partnerId),
    hasSignIn(member.email),
    loadSignOn(member.partnerId),
  ]);
  return {
    status: state,
    partnerName: partner.name,
    offer: program ? offerText(program, partner.name, dateInChicago(now)) : null,
    firstName: member.firstName,
    email: maskedEmail(member.email),
    expiresOn: invitation.expiresOn,
    hasAccount,
    isWithoutPassword: active?.policy.isRequired === true,
    isIdentified: active !== null && active.issuer === invitation.identity?.issuer,
  };
});

export const joinWithInvitationHandler = handle(
  enrollment.joinWithInvitation,
  async ({ params, body: { browserSecret = '' }, caller: { user }, now }) => {
    const { invitation, member, state } = await invitationOf(params.token, now);
    if (!user || user.email.toLowerCase() !== member.email.toLowerCase())
      throw new Refusal(
        'conflict',
        'This invitation is for another address than the one you are logged in with. Log out and open the link again.',
      );
    if (user.memberIds.includes(member.id))
      return { success: true, message: 'This membership is yours already.', memberId: member.id };
    if (state !== 'open') throw new Refusal('conflict', invitationSentences[state]);
    const { partnerId } = member;
    const [{ active }, { name }] = await Promise.all([loadSignOn(partnerId), loadPartner(partnerId)]);
    const { issuer = '', key = '', binding = '' } = invitation.identity ?? {};
    // a link that another person identified must not connect that identity with this account
    const isLinked = active?.issuer === issuer && sameDigest(sha256(browserSecret), binding);
    const link = { key, isConfirmed: true } as const;
    await saveAcceptance({
      invitation,
      member,
      before: user,
      now,
      ...(isLinked
        ? {
            issuer,
            after: { ...user, ...linkedUser(user, partnerId, link) },
            also: [linkAudit(partnerId, user.id, issuer, now)],
          }
        : { after: user }),
    });
    if (isLinked) await emailLinked(user, name);
    return { success: true, message: 'The membership was added to your account.', memberId: member.id };
  },
);

export const policiesHandler = handle(enrollment.policies, async ({ query }) => {
  const type = programPaymentTypeId.parse(query.programPaymentType);
  const { facilityAFNumber: number = '', documentAgreementVersion } = query;
  const facility = number === '' ? undefined : await findFacilityByAgreementNumber(number);
  const words = agreementWords(documentAgreementVersion, type, facility);
  if (!words) throw new Refusal('not-found', 'There is no agreement of this version.');
  return policyHtml(words.sections);
});
