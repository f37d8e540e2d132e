import { secrets } from './secrets.ts';

export type VersionedKey = 'fingerprintKey' | 'invitationKey';

/** A version of a key. Values created with a retired version are rejected. */
export interface KeyVersion {
  version: number;
  key: Buffer;
  isRetired: boolean;
}

/**
 * Parses the versions of a key, the current one first: `2:<base64> 1:<base64>`, with `~` instead of the colon for a
 * retired one. A text without a number is version 1.
 */
export const keyVersionsOf = (text: string): KeyVersion[] =>
  text.split(' ').map((part) => {
    const [, version = '1', mark, key = ''] = /^(?:(\d+)([:~]))?(.+)$/.exec(part) ?? [];
    return { version: Number(version), key: Buffer.from(key, 'base64'), isRetired: mark === '~' };
  });

/** Returns the stored text of a key's versions. */
export const keyVersionsText = (versions: readonly KeyVersion[]): string =>
  versions
    .map(({ version, key, isRetired }) => `${version}${isRetired ? '~' : ':'}${key.toString('base64')}`)
    .join(' ');

/** Returns every version of a key, the current one first; reloads the secrets for an unknown version. */
export async function keyVersions(name: VersionedKey, named?: number): Promise<KeyVersion[]> {
  const versions = keyVersionsOf((await secrets())[name]);
  if (named === undefined || versions.some(({ version }) => version === named)) return versions;
  const read = keyVersionsOf((await secrets({ again: true }))[name]);
  if (read.some(({ version }) => version === named)) return read;
  throw new Error(`version ${named} of the ${name} is missing`);
}
