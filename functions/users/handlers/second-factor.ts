import { Refusal } from '../../../shared/refusal.ts';
import { users } from '../../../shared/contracts/users.ts';
import { handle } from '../../handle.ts';
import { hasSecondFactor } from '../../platform/second-factor.ts';

export const handler = handle(users.secondFactor, async ({ caller: { user } }) => {
  if (!user) throw new Refusal('forbidden', 'Access to the resource is denied.');
  return { on: await hasSecondFactor(user.email) };
});
