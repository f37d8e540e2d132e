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

/** The versions of a key as they are kept for the functions. */
export interface KeySecret {
  read: () => Promise<{ versions: KeyVersion[]; changedAt: Date }>;
  /** Keeps them; fails where somebody else changed the secrets since they were read. */
  write: (versions: readonly KeyVersion[]) => Promise<void>;
}

/** A key of the deployed stage, in Secrets Manager. */
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
            // a second text under one token is refused: of two that saw the same secrets one is kept
            ClientRequestToken: sha256(`after ${seen.id}`),
          }),
        );
      // deploying copies this one into the other
      await client.send(new PutSecretValueCommand({ SecretId: own[name], SecretString: text }));
      await secrets({ again: true });
    },
  };
}
