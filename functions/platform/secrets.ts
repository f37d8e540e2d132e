import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { clientSettings } from './client-settings.ts';
import { now } from './clock.ts';

const shape = z.object({
  /** HMAC key of account fingerprints, in versions (key-versions.ts). */
  fingerprintKey: z.string().min(32),
  /** HMAC key of invitation links, in versions. */
  invitationKey: z.string().min(32),
  /** Encrypts data keys without KMS (local only), base64 of 32 bytes. */
  vaultKey: z.string().min(32).optional(),
  /** Our private SFTP key for the bank, base64 of its file. */
  bankSftpKey: z.string().min(64).optional(),
  /** Secret key of the captcha; without it captchas cannot be verified. */
  captchaSecret: z.string().min(8).optional(),
  /** Certificates of Apple Wallet and account of Google Wallet (functions/visits/wallet), base64 of their JSON. */
  appleWallet: z.string().optional(),
  googleWallet: z.string().optional(),
});
export type Secrets = z.output<typeof shape>;

/** Maximum age of cached secrets. */
export const secretsTtlMs = 5 * 60_000;

const retryAfterMs = 10_000;

let loaded: { secrets: Promise<Secrets>; until: number } | undefined;

/**
 * Returns the portal's secrets: from Secrets Manager on AWS, from a key file under `npm start`. Reloads them every five
 * minutes, or immediately with `again`.
 */
export async function secrets({ again } = { again: false }): Promise<Secrets> {
  const at = now().getTime();
  if (loaded && at < loaded.until && !again) return loaded.secrets;
  const before = loaded?.secrets;
  const reading = load();
  loaded = { secrets: reading, until: at + secretsTtlMs };
  return reading.catch((error: unknown) => {
    // use the cached secrets while the service does not respond
    loaded = before && { secrets: before, until: at + retryAfterMs };
    if (before) return before;
    throw error;
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
