import { maskedEmail } from '../../../shared/enrollment/invitation.ts';
import { users } from '../../../shared/contracts/users.ts';
import { loadFacility } from '../../facilities/store.ts';
import { loadPartner } from '../../partners/store.ts';
import { handle } from '../../handle.ts';
import { openLink } from '../emailed-link.ts';
import type { User } from '../user.ts';

export const handler = handle(users.invitation, async ({ params, now }) => {
  const { user } = await openLink(params.token, ['user invitation'], now);
  return {
    firstName: user.firstName,
    role: user.role,
    managed: await managedBy(user),
    email: maskedEmail(user.email),
  };
});

async function managedBy({ partnerId, facilityId }: User): Promise<string | null> {
  if (partnerId !== null) return (await loadPartner(partnerId)).name;
  return facilityId === null ? null : (await loadFacility(facilityId)).name;
}
