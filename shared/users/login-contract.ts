import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { signInCodeRequest } from './second-factor.ts';
import { signInRequest, tokens } from './sign-in.ts';

const signedIn = z.object({ success: z.boolean(), redirectUrl: z.string().nullable(), tokens });

/** Logging in by password, and by the code that may follow. */
export const logins = {
  login: endpoint({
    method: 'POST',
    path: '/user/login',
    roles: ['guest'],
    ownership: 'open',
    summary:
      'Logs a user in by name and password, or requires a code; five incorrect attempts lock the name for 15 minutes. Above 60 logins of unknown browsers from one address, requires a captcha or proof of work (x-work).',
    body: signInRequest,
    response: z.union([signedIn, z.object({ success: z.boolean(), challenge: z.string() })]),
  }),
  loginOnDevice: endpoint({
    method: 'POST',
    path: '/user/login/device',
    roles: ['guest'],
    ownership: 'open',
    summary:
      'Like login, for browsers with an earlier login of the name, by the header x-device. It has its own capacity.',
    body: signInRequest,
    response: z.union([signedIn, z.object({ success: z.boolean(), challenge: z.string() })]),
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
