import { enrollment } from '../../../shared/contracts/enrollment.ts';
import { maskedEmail } from '../../../shared/enrollment/invitation.ts';
import { loadPartner } from '../../partners/store.ts';
import { handle } from '../../handle.ts';
import { hasSignIn } from '../../users/store.ts';
import { invitationOf } from '../open-invitation.ts';

export const handler = handle(enrollment.invitation, async ({ params, now }) => {
  const { invitation, member, state } = await invitationOf(params.token, now);
  const [partner, hasAccount] = await Promise.all([loadPartner(member.partnerId), hasSignIn(member.email)]);
  return {
    status: state,
    partnerName: partner.name,
    firstName: member.firstName,
    email: maskedEmail(member.email),
    expiresOn: invitation.expiresOn,
    hasAccount,
  };
});
