import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { sha256 } from '../../functions/platform/digest.ts';
import {
  keyVersionsOf,
  keyVersionsText,
  type KeyVersion,
  type VersionedKey,
} from '../../functions/platform/key-versions.ts';
import { secrets } from '../../functions/platform/secrets.ts';

/** Stored versions of a key. */
export interface KeySecret {
  read: () => Promise<{ versions: KeyVersion[]; changedAt: Date }>;
  /** Stores the versions; fails if the secrets changed since they were read. */
  write: (versions: readonly KeyVersion[]) => Promise<void>;
}

/** Returns a key of the deployed stage in Secrets Manager. */
export function deployedKey(name: VersionedKey): KeySecret {
  const client = new SecretsManagerClient({});
  const all = process.env.SECRETS_ID;
  const own = {
    fingerprintKey: process.env.FINGERPRINT_KEY_ID,
    invitationKey: process.env.INVITATION_KEY_ID,
  };
  let seen = { texts: {} as Record<VersionedKey, string>, id: '' };
  return {
    read: async () => {
      const read = await client.send(new GetSecretValueCommand({ SecretId: all }));
      const { SecretString = '{}', VersionId = '', CreatedDate = new Date(0) } = read;
      seen = { texts: JSON.parse(SecretString) as Record<VersionedKey, string>, id: VersionId };
      return { versions: keyVersionsOf(seen.texts[name]), changedAt: CreatedDate };
    },
    write: async (versions) => {
      const text = keyVersionsText(versions);
      if (text !== keyVersionsText(keyVersionsOf(seen.texts[name])))
        await client.send(
          new PutSecretValueCommand({
            SecretId: all,
            SecretString: JSON.stringify({ ...seen.texts, [name]: text }),
            // a repeated token is rejected: of two writers with the same state, one succeeds
            ClientRequestToken: sha256(`after ${seen.id}`),
          }),
        );
      // a deployment copies this secret into the other one
      await client.send(new PutSecretValueCommand({ SecretId: own[name], SecretString: text }));
      await secrets({ again: true });
    },
  };
}
