import { createPrivateKey, createPublicKey, diffieHellman, hkdfSync, type KeyObject } from 'node:crypto';
import { ownerToken } from '../../shared/bank-accounts/bank-account.ts';
import { sameDigest } from './digest.ts';
import { digestUnder, fingerprintKeys, trustedKeys, versionOf } from './fingerprint.ts';
import type { KeyVersion } from './key-versions.ts';
import { randomBytes } from './time-and-chance.ts';
import { decrypt, encrypt, openText, sealText, type AccountNumbers, type Sealed } from './vault.ts';

/**
 * A key pair for bank accounts. Sealing needs the public key only; the private key is encrypted by KMS. `proof`
 * authenticates the public key with a secret, so that write access to the table does not suffice to replace it.
 */
export interface VaultKey {
  id: string;
  publicKey: string;
  privateKey: Sealed;
  proof: string;
}

/** ASN.1 prefix of a 32-byte X25519 private key (RFC 8410). */
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

/** Creates a key pair with one KMS request. */
export async function newVaultKey(id: string): Promise<VaultKey> {
  const bytes = randomBytes(32);
  const publicKey = publicTextOf(privateKeyOf(bytes));
  const privateKey = await sealText(bytes.toString('base64url'), nameOf(id));
  return { id, publicKey, privateKey, proof: await proofOf(id, publicKey) };
}

const proofOf = (id: string, publicKey: string, version?: number): Promise<string> =>
  digestUnder(`${nameOf(id)} ${publicKey}`, version);

/** Throws if the public key was not created with this portal's secret. */
export async function mustBeOwn({ id, publicKey, proof }: VaultKey): Promise<void> {
  const version = versionOf(proof);
  await trustedKeys(version);
  if (!sameDigest(await proofOf(id, publicKey, version), proof))
    throw new Error(`${nameOf(id)} was not created by this portal`);
}

/** Encrypts a bank account for one payee with the vault's public key and a key of the record, without KMS. */
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

/** Adds a layer of encryption per later version of the fingerprint key; `key` names the last one: `1.<public>.2`. */
const wrapped = ({ key, box }: Sealed, later: readonly KeyVersion[], name: string): Sealed => {
  const [id = '', ownPublic = ''] = key.split('.');
  const last = later.at(-1);
  return {
    key: last ? `${id}.${ownPublic}.${last.version}` : key,
    box: later.reduce((inner, version) => encrypt(wrapKey(version, name), inner, name), box),
  };
};

/** Returns a record's version of the fingerprint key; undefined if it was sealed with its own KMS key. */
export const sealVersionOf = ({ key }: Sealed): number | undefined =>
  key.includes('.') ? Number(key.split('.')[2] ?? 1) : undefined;

/** Returns a record upgraded to a later version of the fingerprint key, without decrypting it. */
export async function liftedSeal(sealed: Sealed, payeeToken: string, version: number): Promise<Sealed> {
  const from = sealVersionOf(sealed);
  if (from === undefined || from >= version) return sealed;
  const [id = '', ownPublic = ''] = sealed.key.split('.');
  const later = (await fingerprintKeys(version)).slice(from);
  return wrapped(sealed, later, recordName(id, ownPublic, payeeToken));
}

/** Returns the vault key of a record; undefined if it was sealed with its own KMS key. */
export const vaultKeyIdOf = ({ key }: Sealed): string | undefined =>
  key.includes('.') ? key.slice(0, key.indexOf('.')) : undefined;

/** Decrypts the private key with one KMS request. */
export async function openVaultKey({ id, privateKey }: VaultKey): Promise<KeyObject> {
  return privateKeyOf(Buffer.from(await openText(privateKey, nameOf(id)), 'base64url'));
}

/** Decrypts an account sealed for the same payee; callers write the audit event. */
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
    (outer, keyVersion) => decrypt(wrapKey(keyVersion, name), outer, name).toString('utf8'),
    box,
  );
  return JSON.parse(decrypt(recordKey(shared, first, name), inner, name).toString('utf8')) as AccountNumbers;
}

/** Binds a record to its payee, as key material and authenticated data. */
const recordName = (id: string, ownPublic: string, payeeToken: string): string =>
  `${nameOf(id)}\n${ownPublic}\n${ownerToken(payeeToken)}`;

/** Derives the record's key with the secret, so that write access to the table does not suffice to forge records. */
const recordKey = (shared: Buffer, first: KeyVersion | undefined, name: string): Uint8Array => {
  if (!first) throw new Error('the fingerprint key is missing');
  return new Uint8Array(hkdfSync('sha256', shared, first.key, name, 32));
};

const wrapKey = ({ key }: KeyVersion, name: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', key, '', name, 32));
