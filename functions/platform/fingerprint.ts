import { keyVersions, type KeyVersion } from './key-versions.ts';
import { hmac } from './keyed-digest.ts';
import type { AccountNumbers } from './vault.ts';

// Values created with the fingerprint key carry its version, `2.<digest>`; version 1 has no prefix. Version 2 is
// computed from the value of version 1, and so on, so stored values can be upgraded without their source.

/** Returns the version of a digest. */
export const versionOf = (digest: string): number =>
  digest.includes('.') ? Number(digest.slice(0, digest.indexOf('.'))) : 1;

/** Returns the fingerprint keys from version 1 up to `upTo` (default: the current one), in this order. */
export async function fingerprintKeys(upTo?: number): Promise<KeyVersion[]> {
  const versions = await keyVersions('fingerprintKey', upTo);
  const last = upTo ?? versions[0]?.version ?? 1;
  const keys = Array.from({ length: last }, (_, index) =>
    versions.find(({ version }) => version === index + 1),
  ).filter((candidate) => candidate !== undefined);
  if (keys.length < last) throw new Error('an earlier version of the fingerprint key is missing');
  return keys;
}

/** Returns the keys, up to a version, with values that are accepted; throws if it is retired. */
export async function trustedKeys(version: number): Promise<KeyVersion[]> {
  const keys = await fingerprintKeys(version);
  if (keys.at(-1)?.isRetired) throw new Error(`version ${version} of the fingerprint key is retired`);
  return keys;
}

/** Returns a text's digest under all fingerprint keys up to a version (default: the current one). */
export async function digestUnder(text: string, version?: number): Promise<string> {
  const [first, ...later] = await fingerprintKeys(version);
  if (!first) throw new Error('the fingerprint key is missing');
  return underLater(hmac(first.key, text), later);
}

/** Returns a digest upgraded to a version; newer digests remain unchanged. */
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

/** Returns the account's fingerprint, which finds other uses without revealing the account. */
export const fingerprint = (
  { routingNumber, accountNumber }: AccountNumbers,
  version?: number,
): Promise<string> => digestUnder(`${routingNumber}/${accountNumber}`, version);

/** Reports whether a stored fingerprint belongs to these numbers. */
export const isOfNumbers = async (print: string, numbers: AccountNumbers): Promise<boolean> =>
  print === (await fingerprint(numbers, versionOf(print)));

/**
 * Returns the record with the text of `print` as its fingerprint if both belong to the same account in different
 * versions, so that they can be compared.
 */
export async function comparedTo<Of extends { fingerprint: string }>(print: string, record: Of): Promise<Of> {
  const version = Math.max(versionOf(print), versionOf(record.fingerprint));
  const [left, other] = await Promise.all([lifted(print, version), lifted(record.fingerprint, version)]);
  return left === other ? { ...record, fingerprint: print } : record;
}
