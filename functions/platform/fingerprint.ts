import { keyVersions, type KeyVersion } from './key-versions.ts';
import { hmac } from './keyed-digest.ts';
import type { AccountNumbers } from './vault.ts';

// What is made with the fingerprint key carries its version, `2.<digest>`; without one it is version 1. Version 2 is made
// of what version 1 gave, and so on: a stored value is brought to a later version without what it was made of.

/** The version that a digest was made under. */
export const versionOf = (digest: string): number =>
  digest.includes('.') ? Number(digest.slice(0, digest.indexOf('.'))) : 1;

/** The fingerprint keys from version 1 to one (else to the one in use), in this order. */
export async function fingerprintKeys(upTo?: number): Promise<KeyVersion[]> {
  const known = await keyVersions('fingerprintKey', upTo);
  const last = upTo ?? known[0]?.version ?? 1;
  const keys = Array.from({ length: last }, (_, index) =>
    known.find(({ version }) => version === index + 1),
  ).filter((one) => one !== undefined);
  if (keys.length < last) throw new Error('an earlier version of the fingerprint key is missing');
  return keys;
}

/** The keys up to a version whose values are still accepted; throws when that version is retired. */
export async function trustedKeys(version: number): Promise<KeyVersion[]> {
  const keys = await fingerprintKeys(version);
  if (keys.at(-1)?.isRetired) throw new Error(`version ${version} of the fingerprint key is retired`);
  return keys;
}

/** A text's digest under all fingerprint keys up to a version, else up to the one in use. */
export async function digestUnder(text: string, version?: number): Promise<string> {
  const [first, ...later] = await fingerprintKeys(version);
  if (!first) throw new Error('the fingerprint key is missing');
  return underLater(hmac(first.key, text), later);
}

/** A digest as a later version gives it; one of that version or a newer one stays as it is. */
export async function lifted(digest: string, version: number): Promise<string> {
  const from = versionOf(digest);
  if (digest === '' || from >= version) return digest;
  const later = (await fingerprintKeys(version)).slice(from);
  return underLater(digest.slice(digest.indexOf('.') + 1), later);
}

const underLater = (bare: string, later: readonly KeyVersion[]): string =>
  later.reduce(
    (before, { version, key }) => `${version}.${hmac(key, before.slice(before.indexOf('.') + 1))}`,
    bare,
  );

/** The same account gives the same text, which tells nothing of the account: finds it elsewhere. */
export const fingerprint = (
  { routingNumber, accountNumber }: AccountNumbers,
  version?: number,
): Promise<string> => digestUnder(`${routingNumber}/${accountNumber}`, version);

/** Is a stored fingerprint that of these numbers? */
export const isOfNumbers = async (print: string, numbers: AccountNumbers): Promise<boolean> =>
  print === (await fingerprint(numbers, versionOf(print)));

/**
 * A record whose fingerprint may be of another version than `print`: where both are of one account it is given the very
 * text of `print`, so that the two can be compared.
 */
export async function comparedTo<Of extends { fingerprint: string }>(print: string, record: Of): Promise<Of> {
  const version = Math.max(versionOf(print), versionOf(record.fingerprint));
  const [one, other] = await Promise.all([lifted(print, version), lifted(record.fingerprint, version)]);
  return one === other ? { ...record, fingerprint: print } : record;
}
