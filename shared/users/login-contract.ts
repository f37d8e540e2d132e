import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { signInCodeRequest } from './second-factor.ts';
import { signedIn, signInRequest } from './sign-in.ts';

const passwordAccepted = z.union([
  signedIn,
  z.object({
    success: z.boolean(),
    challenge: z.string(),
    /** Requires a passkey instead of the code: its allowed IDs and domain. */
    passkeys: z.object({ passkeyIds: z.array(z.string()), domain: z.string() }).optional(),
  }),
]);

/** Logging in by password, and by the code that may follow. */
export const logins = {
  login: endpoint({
    method: 'POST',
    path: '/user/login',
    roles: ['guest'],
    ownership: 'open',
    summary:
      'Logs a user in by name and password, or requires a code or passkey; five incorrect attempts lock the name for 15 minutes. Above 60 logins of unknown browsers from one address, requires a captcha or proof of work (x-work).',
    body: signInRequest,
    response: passwordAccepted,
  }),
  loginOnDevice: endpoint({
    method: 'POST',
    path: '/user/login/device',
    roles: ['guest'],
    ownership: 'open',
    summary:
      'Like login, for browsers with an earlier login of the name, by the header x-device. It has its own capacity.',
    body: signInRequest,
    response: passwordAccepted,
  }),
  loginCode: endpoint({
    method: 'POST',
    path: '/user/login/code',
    roles: ['guest'],
    ownership: 'open',
    summary:
      'Completes a login with the code of the authenticator app; five incorrect codes lock it for 15 minutes.',
    body: signInCodeRequest,
    response: signedIn,
  }),
};
