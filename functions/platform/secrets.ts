import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { clientSettings } from './client-settings.ts';
import { now } from './clock.ts';

const shape = z.object({
  /** Finds the same bank account elsewhere without storing it: the key of an HMAC, in versions (key-versions.ts). */
  fingerprintKey: z.string().min(32),
  /** Makes invitation links: the key of an HMAC, in versions. */
  invitationKey: z.string().min(32),
  /** Wraps data keys where there is no KMS (local only), base64 of 32 bytes. */
  vaultKey: z.string().min(32).optional(),
  /** Our private key at the bank's SFTP server, base64 of its file. */
  bankSftpKey: z.string().min(64).optional(),
  /** The captcha's secret key; without one, captchas cannot be checked. */
  captchaSecret: z.string().min(8).optional(),
});
export type Secrets = z.output<typeof shape>;

/** How long a secret that was changed may still be used as it was. */
export const secretsKeptMs = 5 * 60_000;

const askedAgainMs = 10_000;

let loaded: { secrets: Promise<Secrets>; until: number } | undefined;

/**
 * The portal's secrets: from Secrets Manager on AWS, from a key file under `npm start`. Read again every five minutes, or
 * at once where `again` says that they have changed.
 */
export async function secrets({ again } = { again: false }): Promise<Secrets> {
  const at = now().getTime();
  if (loaded && at < loaded.until && !again) return loaded.secrets;
  const before = loaded?.secrets;
  const reading = load();
  loaded = { secrets: reading, until: at + secretsKeptMs };
  return reading.catch((problem: unknown) => {
    // what is known goes on while the service does not answer
    loaded = before && { secrets: before, until: at + askedAgainMs };
    if (before) return before;
    throw problem;
  });
}

async function load(): Promise<Secrets> {
  const file = process.env.SECRETS_FILE;
  if (file) return shape.parse(JSON.parse(await readFile(file, 'utf8')));
  const { SecretString = '{}' } = await new SecretsManagerClient(clientSettings()).send(
    new GetSecretValueCommand({ SecretId: process.env.SECRETS_ID }),
  );
  return shape.parse(JSON.parse(SecretString));
}
