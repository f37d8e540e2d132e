import { users } from '../../../shared/contracts/users.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { unknownDevice } from '../../../shared/users/login-crowd.ts';
import { handle } from '../../handle.ts';
import { logIn } from '../log-in.ts';

export const handler = handle(users.loginOnDevice, (context) =>
  logIn(context, async ({ trustedBy }) => {
    if (trustedBy !== 'browser') throw new Refusal('invalid', unknownDevice, 'device');
  }),
);
