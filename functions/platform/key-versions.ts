import { secrets } from './secrets.ts';

export type VersionedKey = 'fingerprintKey' | 'invitationKey';

/** One version of a key. What is made under a retired one is not accepted any more. */
export interface KeyVersion {
  version: number;
  key: Buffer;
  isRetired: boolean;
}

/**
 * The versions of a key from its text in the secrets, the one that is used first: `2:<base64> 1:<base64>`, with `~` in
 * place of the colon where it is retired. A text without a number is version 1.
 */
export const keyVersionsOf = (text: string): KeyVersion[] =>
  text.split(' ').map((part) => {
    const [, version = '1', mark, key = ''] = /^(?:(\d+)([:~]))?(.+)$/.exec(part) ?? [];
    return { version: Number(version), key: Buffer.from(key, 'base64'), isRetired: mark === '~' };
  });

/** The text of a key's versions in the secrets. */
export const keyVersionsText = (versions: readonly KeyVersion[]): string =>
  versions
    .map(({ version, key, isRetired }) => `${version}${isRetired ? '~' : ':'}${key.toString('base64')}`)
    .join(' ');

/** Every version of a key, the one that is used first. A version that is not known here yet is read at once. */
export async function keyVersions(name: VersionedKey, named?: number): Promise<KeyVersion[]> {
  const known = keyVersionsOf((await secrets())[name]);
  if (named === undefined || known.some(({ version }) => version === named)) return known;
  const read = keyVersionsOf((await secrets({ again: true }))[name]);
  if (read.some(({ version }) => version === named)) return read;
  throw new Error(`version ${named} of the ${name} is missing`);
}
