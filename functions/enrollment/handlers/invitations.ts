import { dateInChicago } from '../../../shared/calendar.ts';
import {
  stateOf,
  type InvitationState,
  invitationSentences,
  maskedEmail,
} from '../../../shared/enrollment/invitation.ts';
import type { Invitation } from '../../../shared/enrollment/invitation.ts';
import type { Member } from '../../../shared/members/member.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { loadInvitation, invitationChange } from '../../members/invitation-store.ts';
import { tokenHashOf } from '../../members/invitation-token.ts';
import { findMember, memberChange, loadMember } from '../../members/store.ts';
import type { User } from '../../users/user.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { userChange, hasSignIn, newUser } from '../../users/store.ts';
import { enrollment } from '../../../shared/contracts/enrollment.ts';
import { handle } from '../../handle.ts';
import { addPersonWithoutPassword, setPassword } from '../../platform/user-pool.ts';
import { requireSafePassword } from '../../users/password-check.ts';
import { checkKeyFob } from '../../../shared/enrollment/enroll.ts';
import { loadKeyFobs } from '../../employees/store.ts';
import { loadPartner } from '../../partners/store.ts';
import { agreementWords } from '../../../shared/enrollment/agreement-text.ts';
import { programPaymentTypeId } from '../../../shared/programs.ts';
import { offerText } from '../../../shared/enrollment/contract-steps.ts';
import { loadGroupMembership } from '../../group-memberships/store.ts';
import { findFacilityByAgreementNumber } from '../../facilities/store.ts';
import { policyHtml } from '../agreement-pages.ts';

/** Returns the invitation of a link with its member and state; unknown and revoked links are identical. */
async function invitationOf(
  token: string,
  now: Date,
): Promise<{ invitation: Invitation; member: Member; state: InvitationState }> {
  const invitation = await loadInvitation(tokenHashOf(token));
  const member = invitation && (await findMember(invitation.memberId));
  if (!invitation || !member)
    throw new Refusal(
      'not-found',
      'This invitation link is not valid. Open the link in your newest invitation, or request a new one.',
    );
  return { invitation, member, state: stateOf(invitation, member, dateInChicago(now)) };
}

interface Acceptance {
  invitation: Invitation;
  member: Member;
  /** The stored user; null for a new one. */
  before: User | null;
  after: User;
  now: Date;
}

/** Assigns the membership to the user and uses the invitation, in one transaction. */
async function saveAcceptance({ invitation, member, before, after, now }: Acceptance): Promise<void> {
  const usedAt = now.toISOString();
  await transact(
    ...userChange(before, {
      ...after,
      memberIds: [...after.memberIds, member.id],
      memberPartnerIds: [...new Set([...after.memberPartnerIds, member.partnerId])],
    }),
    ...memberChange(member, { ...member, userId: after.id }),
    ...invitationChange(invitation, { ...invitation, usedAt }),
    auditWrite(
      {
        name: 'member accepted invitation',
        subject: `member ${member.id}`,
        partnerId: member.partnerId,
        who: after.id,
        after: { usedAt },
      },
      now,
    ),
  );
}

export const acceptInvitationHandler = handle(enrollment.acceptInvitation, async ({ params, body, now }) => {
  const { invitation, member, state } = await invitationOf(params.token, now);
  if (state !== 'open') throw new Refusal('conflict', invitationSentences[state]);
  // checked before the pool: a link must never set the password of an existing account
  if (await hasSignIn(member.email))
    throw new Refusal(
      'conflict',
      'You have an account with this address already. Log in, then open this link again.',
    );
  await requireSafePassword(body.password, member, 'password');
  const id = await addPersonWithoutPassword({ email: member.email, role: 'member' });
  const { email, firstName, lastName } = member;
  await saveAcceptance({
    invitation,
    member,
    before: null,
    after: newUser({
      id,
      role: 'member',
      email,
      firstName,
      lastName,
      ...(invitation.identityKey !== undefined && {
        identities: [{ partnerId: invitation.partnerId, key: invitation.identityKey }],
      }),
    }),
    now,
  });
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
  const [partner, program, hasAccount] = await Promise.all([
    loadPartner(member.partnerId),
    loadGroupMembership(member.partnerId),
    hasSignIn(member.email),
  ]);
  return {
    status: state,
    partnerName: partner.name,
    offer: program ? offerText(program, partner.name, dateInChicago(now)) : null,
    firstName: member.firstName,
    email: maskedEmail(member.email),
    expiresOn: invitation.expiresOn,
    hasAccount,
  };
});

export const joinWithInvitationHandler = handle(
  enrollment.joinWithInvitation,
  async ({ params, caller: { user }, now }) => {
    const { invitation, member, state } = await invitationOf(params.token, now);
    if (!user || user.email.toLowerCase() !== member.email.toLowerCase())
      throw new Refusal(
        'conflict',
        'This invitation is for another address than the one you are logged in with. Log out and open the link again.',
      );
    if (user.memberIds.includes(member.id))
      return { success: true, message: 'This membership is yours already.' };
    if (state !== 'open') throw new Refusal('conflict', invitationSentences[state]);
    await saveAcceptance({ invitation, member, before: user, after: user, now });
    return { success: true, message: 'The membership was added to your account.' };
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
