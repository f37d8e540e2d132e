import { createPrivateKey, createPublicKey, diffieHellman, hkdfSync, type KeyObject } from 'node:crypto';
import { sameDigest } from './digest.ts';
import { digestUnder, fingerprintKeys, trustedKeys, versionOf } from './fingerprint.ts';
import type { KeyVersion } from './key-versions.ts';
import { randomBytes } from './time-and-chance.ts';
import { decrypt, encrypt, openText, sealText, type AccountNumbers, type Sealed } from './vault.ts';

/**
 * A pair of keys for bank accounts. Whoever seals needs the public one alone; the private one is under KMS. The seal of
 * the public key is made with a secret, so that nobody who only writes the table can put another in its place.
 */
export interface VaultKey {
  id: string;
  publicKey: string;
  privateKey: Sealed;
  proof: string;
}

/** X25519 keys are 32 bytes behind these (RFC 8410). */
const privatePrefix = Buffer.from('302e020100300506032b656e04220420', 'hex');
const publicPrefix = Buffer.from('302a300506032b656e032100', 'hex');

const privateKeyOf = (bytes: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([privatePrefix, bytes]), format: 'der', type: 'pkcs8' });
const publicKeyOf = (text: string): KeyObject =>
  createPublicKey({
    key: Buffer.concat([publicPrefix, Buffer.from(text, 'base64url')]),
    format: 'der',
    type: 'spki',
  });
const publicTextOf = (key: KeyObject): string =>
  createPublicKey(key)
    .export({ format: 'der', type: 'spki' })
    .subarray(publicPrefix.length)
    .toString('base64url');

const nameOf = (id: string): string => `vault key ${id}`;

/** A new pair; asks KMS once. */
export async function newVaultKey(id: string): Promise<VaultKey> {
  const bytes = randomBytes(32);
  const publicKey = publicTextOf(privateKeyOf(bytes));
  const privateKey = await sealText(bytes.toString('base64url'), nameOf(id));
  return { id, publicKey, privateKey, proof: await proofOf(id, publicKey) };
}

const proofOf = (id: string, publicKey: string, version?: number): Promise<string> =>
  digestUnder(`${nameOf(id)} ${publicKey}`, version);

/** Throws when the public key is not the one that was made with this portal's secret. */
export async function mustBeOwn({ id, publicKey, proof }: VaultKey): Promise<void> {
  const version = versionOf(proof);
  await trustedKeys(version);
  if (!sameDigest(await proofOf(id, publicKey, version), proof))
    throw new Error(`${nameOf(id)} is not one that this portal made`);
}

/** Encrypts a bank account's numbers for one payee, without KMS: for the vault key, under a key of the record's own. */
export async function sealAccount(
  { id, publicKey }: Pick<VaultKey, 'id' | 'publicKey'>,
  account: AccountNumbers,
  payeeToken: string,
): Promise<Sealed> {
  const own = privateKeyOf(randomBytes(32));
  const ownPublic = publicTextOf(own);
  const shared = diffieHellman({ privateKey: own, publicKey: publicKeyOf(publicKey) });
  const name = recordName(id, ownPublic, payeeToken);
  const [first, ...later] = await fingerprintKeys();
  const box = encrypt(recordKey(shared, first, name), JSON.stringify(account), name);
  return wrapped({ key: `${id}.${ownPublic}`, box }, later, name);
}

/** Encrypts a record once more under each later version of the fingerprint key, which its `key` names: `1.<public>.2`. */
const wrapped = ({ key, box }: Sealed, later: readonly KeyVersion[], name: string): Sealed => {
  const [id = '', ownPublic = ''] = key.split('.');
  const last = later.at(-1);
  return {
    key: last ? `${id}.${ownPublic}.${last.version}` : key,
    box: later.reduce((inner, version) => encrypt(wrapKey(version, name), inner, name), box),
  };
};

/** The version of the fingerprint key that a record is under; undefined of one that was sealed under a KMS key of its own. */
export const sealVersionOf = ({ key }: Sealed): number | undefined =>
  key.includes('.') ? Number(key.split('.')[2] ?? 1) : undefined;

/** A record brought to a later version of the fingerprint key, without opening it. */
export async function liftedSeal(sealed: Sealed, payeeToken: string, version: number): Promise<Sealed> {
  const from = sealVersionOf(sealed);
  if (from === undefined || from >= version) return sealed;
  const [id = '', ownPublic = ''] = sealed.key.split('.');
  const later = (await fingerprintKeys(version)).slice(from);
  return wrapped(sealed, later, recordName(id, ownPublic, payeeToken));
}

/** The vault key that a record was sealed for; undefined of one that was sealed under a KMS key of its own. */
export const vaultKeyIdOf = ({ key }: Sealed): string | undefined =>
  key.includes('.') ? key.slice(0, key.indexOf('.')) : undefined;

/** The private half of a vault key; asks KMS once. */
export async function openVaultKey({ id, privateKey }: VaultKey): Promise<KeyObject> {
  return privateKeyOf(Buffer.from(await openText(privateKey, nameOf(id)), 'base64url'));
}

/** Decrypts what `sealAccount` made for the same payee; callers audit that they did. */
export async function openAccount(
  privateKey: KeyObject,
  { key, box }: Sealed,
  payeeToken: string,
): Promise<AccountNumbers> {
  const [id = '', ownPublic = '', version = '1'] = key.split('.');
  const [first, ...later] = await trustedKeys(Number(version));
  const shared = diffieHellman({ privateKey, publicKey: publicKeyOf(ownPublic) });
  const name = recordName(id, ownPublic, payeeToken);
  const inner = later.reduceRight(
    (outer, one) => decrypt(wrapKey(one, name), outer, name).toString('utf8'),
    box,
  );
  return JSON.parse(decrypt(recordKey(shared, first, name), inner, name).toString('utf8')) as AccountNumbers;
}

/** What binds a record to its payee: it is in the key and in the authenticated data. */
const recordName = (id: string, ownPublic: string, payeeToken: string): string =>
  `${nameOf(id)}\n${ownPublic}\n${payeeToken}`;

/** The secret is in the key too, so that nobody who only writes the table can make a record that opens. */
const recordKey = (shared: Buffer, first: KeyVersion | undefined, name: string): Uint8Array => {
  if (!first) throw new Error('the fingerprint key is missing');
  return new Uint8Array(hkdfSync('sha256', shared, first.key, name, 32));
};

const wrapKey = ({ key }: KeyVersion, name: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', key, '', name, 32));
