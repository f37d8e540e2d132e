import {
  currentSecrets,
  type SecretVersion,
  type Webhook,
} from '../../../shared/integrations/webhooks/webhook.ts';
import { keyVersions } from '../../platform/key-versions.ts';
import { hmac } from '../../platform/keyed-digest.ts';

/**
 * Returns a secret of a webhook, `whsec_` and 32 bytes in base64. It is derived from the portal's key, so that the table
 * contains none.
 */
export async function secretOf(id: string, { number, keyVersion }: SecretVersion): Promise<string> {
  const versions = await keyVersions('fingerprintKey', keyVersion);
  const key = versions.find(({ version }) => version === keyVersion)?.key;
  if (!key) throw new Error(`version ${keyVersion} of the key is missing`);
  const derived = Buffer.from(hmac(key, `webhook secret ${id} ${number}`), 'base64url');
  return `whsec_${derived.toString('base64')}`;
}

/** Returns the version of the portal's key that new secrets are derived from. */
export async function currentKeyVersion(): Promise<number> {
  const [current] = await keyVersions('fingerprintKey');
  return current?.version ?? 1;
}

/** Returns the secrets that sign now, the newest first: two during a rotation. */
export const signingSecrets = (webhook: Pick<Webhook, 'id' | 'secrets'>, now: Date): Promise<string[]> =>
  Promise.all(currentSecrets(webhook, now).map((version) => secretOf(webhook.id, version)));
