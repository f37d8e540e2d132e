import * as z from 'zod';
import { anyoneSignedIn, endpoint } from '../endpoint.ts';
import { done } from '../page.ts';
import { secret } from '../password-fields.ts';
import { newCredential, passkeyNameForm, passkeySignature, listedPasskey } from './passkeys.ts';
import { signedIn } from './sign-in.ts';
import { stepUpForm } from './step-up.ts';

const own = { roles: anyoneSignedIn, ownership: 'own', beforeSecondFactor: true } as const;
const passkeyParams = z.object({ passkeyId: z.string().min(1).max(1500) });

export const passkeys = {
  loginPasskey: endpoint({
    method: 'POST',
    path: '/user/login/passkey',
    roles: ['guest'],
    ownership: 'open',
    summary: 'Completes a login with a passkey; five refused signatures lock it for 15 minutes.',
    body: z.object({
      challenge: z.string().max(100),
      password: secret('Password'),
      passkey: passkeySignature,
      redirectUrl: z.string().max(2000).optional(),
    }),
    response: signedIn,
  }),
  passkeys: endpoint({
    method: 'GET',
    path: '/user/passkeys',
    ...own,
    summary: 'Lists the passkeys of the caller.',
    response: z.array(listedPasskey),
  }),
  beginPasskey: endpoint({
    method: 'POST',
    path: '/user/passkeys/challenge',
    ...own,
    summary: 'Returns a challenge that registers a passkey or confirms one action of this session.',
    body: stepUpForm.pick({ action: true }),
    response: z.object({
      challenge: z.string(),
      domain: z.string(),
      userHandle: z.string(),
      passkeyIds: z.array(z.string()),
    }),
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/user/passkeys',
    ...own,
    stepUp: true,
    summary: 'Adds a passkey; the first one is required at every login and ends the other sessions.',
    body: passkeyNameForm.extend({ passkey: newCredential }),
    response: done,
  }),
  renamePasskey: endpoint({
    method: 'PUT',
    path: '/user/passkeys/{passkeyId}',
    ...own,
    summary: 'Renames a passkey.',
    params: passkeyParams,
    body: passkeyNameForm,
    response: done,
  }),
  removePasskey: endpoint({
    method: 'DELETE',
    path: '/user/passkeys/{passkeyId}',
    ...own,
    stepUp: true,
    summary: 'Removes a passkey.',
    params: passkeyParams,
    response: done,
  }),
};
