import { Refusal } from '../../shared/refusal.ts';
import { handle } from '../platform/handle.ts';
import type { User } from './user.ts';
import { mustKnowPassword } from './ask-password.ts';
import { enterPin, setPin } from './pin.ts';
import { hasPin } from './pin-store.ts';
import { users } from '../../shared/users/contract.ts';

export const handler = handle(users.setPin, async ({ body, caller, source, now }) => {
  if (!(await hasPin(caller.userId))) await proveByPassword(caller.user, body.password, { source, now });
  else {
    if (body.currentPin === undefined)
      throw new Refusal('invalid', 'Enter your current PIN to set a new one.', 'currentPin');
    await enterPin(caller.userId, body.currentPin, now, 'currentPin');
  }
  await setPin(caller.userId, body.pin, now);
  return { success: true, message: 'Your PIN is set.' };
});

/** An open session alone does not make a PIN: whoever finds a screen unlocked could send money with it. */
async function proveByPassword(
  user: User | undefined,
  password: string | undefined,
  from: { source: string; now: Date },
) {
  if (!user) throw new Refusal('forbidden', 'Access to the resource is denied.');
  if (password === undefined)
    throw new Refusal('invalid', 'Enter your password to set your first PIN.', 'password');
  await mustKnowPassword(user, password, from);
}
