import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { clientSettings } from './client-settings.ts';

const shape = z.object({
  /** Finds the same bank account elsewhere without storing it: the key of an HMAC, base64. */
  fingerprintKey: z.string().min(32),
  /** Makes invitation links: the key of an HMAC, base64. */
  invitationKey: z.string().min(32),
  /** Wraps data keys where there is no KMS (local only), base64 of 32 bytes. */
  vaultKey: z.string().min(32).optional(),
  /** The captcha's secret key; without one, captchas cannot be checked. */
  captchaSecret: z.string().min(8).optional(),
});
export type Secrets = z.output<typeof shape>;

let loaded: Promise<Secrets> | undefined;

/** The portal's secrets: from Secrets Manager on AWS, from a key file under `npm start`. Loaded once. */
export const secrets = (): Promise<Secrets> => (loaded ??= load());

async function load(): Promise<Secrets> {
  const file = process.env.SECRETS_FILE;
  if (file) return shape.parse(JSON.parse(await readFile(file, 'utf8')));
  const { SecretString = '{}' } = await new SecretsManagerClient(clientSettings()).send(
    new GetSecretValueCommand({ SecretId: process.env.SECRETS_ID }),
  );
  return shape.parse(JSON.parse(SecretString));
}
