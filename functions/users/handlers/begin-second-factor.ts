import { Refusal } from '../../../shared/refusal.ts';
import { users } from '../../../shared/contracts/users.ts';
import { setUpAddress } from '../../../shared/users/second-factor.ts';
import { handle } from '../../handle.ts';
import { newAppKey } from '../../platform/second-factor.ts';
import { tokenForSetUp } from '../check-identity.ts';

export const handler = handle(users.beginSecondFactor, async ({ body, caller: { user }, source, now }) => {
  if (!user) throw new Refusal('forbidden', 'Access to the resource is denied.');
  const key = await newAppKey(await tokenForSetUp(user, body.password, { source, now }));
  return { key, address: setUpAddress(key, user.email) };
});
