import { findUserByEmail } from '../../functions/users/store.ts';
import { enrollment } from '../../shared/contracts/enrollment.ts';
import type { SimulatedMember, World } from './world.ts';

const password = 'LongEnough1!x';

/**
 * Follows the newest invitation link of a member, who chooses a password, or adds the membership to an existing account.
 * Returns false if there is no link or the request failed.
 */
export async function accept({ portal, members }: World, member: SimulatedMember): Promise<boolean> {
  const email = portal.cloud.messages.emails.findLast(
    ({ to, text }) => to === member.email && text.includes('/invitation/'),
  );
  const token = /\/invitation\/(\S+)/.exec(email?.text ?? '')?.[1];
  if (!token) return false;
  const user = await findUserByEmail(member.email);
  if (user) await portal.request(enrollment.joinWithInvitation, user, { params: { token }, body: {} });
  else
    await portal.request(enrollment.acceptInvitation, undefined, {
      params: { token },
      body: { password, confirmPassword: password },
    });
  member.user = await findUserByEmail(member.email);
  const taken = new Set(members.flatMap((other) => (other === member ? [] : [other.id])));
  member.id = member.user?.memberIds.find((id) => !taken.has(id)) ?? '';
  return member.id !== '';
}
