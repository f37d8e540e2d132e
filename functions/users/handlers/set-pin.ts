import { Refusal } from '../../../shared/refusal.ts';
import { users } from '../../../shared/contracts/users.ts';
import { handle } from '../../handle.ts';
import { emailCredentialChange } from '../credential-email.ts';
import { enterPin, setPin } from '../pin.ts';
import { hasPin } from '../pin-store.ts';

export const handler = handle(users.setPin, async ({ body, caller, now }) => {
  if (await hasPin(caller.userId)) {
    if (body.currentPin === undefined)
      throw new Refusal('invalid', 'Enter your current PIN to set a new one.', 'currentPin');
    await enterPin(caller.userId, body.currentPin, now, 'currentPin');
  }
  await setPin(caller.userId, body.pin, now);
  if (caller.user) await emailCredentialChange(caller.user, 'The PIN that confirms bank files was set.');
  return { success: true, message: 'Your PIN is set.' };
});
