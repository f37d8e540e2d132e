import { createPrivateKey, createPublicKey, diffieHellman, hkdfSync, type KeyObject } from 'node:crypto';
import { sameDigest } from './digest.ts';
import { keyedDigest } from './keyed-digest.ts';
import { secrets } from './secrets.ts';
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

const proofOf = (id: string, publicKey: string): Promise<string> =>
  keyedDigest('fingerprintKey', `${nameOf(id)} ${publicKey}`);

/** Throws when the public key is not the one that was made with this portal's secret. */
export async function mustBeOwn({ id, publicKey, proof }: VaultKey): Promise<void> {
  if (!sameDigest(await proofOf(id, publicKey), proof))
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
  return {
    key: `${id}.${ownPublic}`,
    box: encrypt(await recordKey(shared, name), JSON.stringify(account), name),
  };
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
  const place = key.indexOf('.');
  const [id, ownPublic] = [key.slice(0, place), key.slice(place + 1)];
  const shared = diffieHellman({ privateKey, publicKey: publicKeyOf(ownPublic) });
  const name = recordName(id, ownPublic, payeeToken);
  return JSON.parse(decrypt(await recordKey(shared, name), box, name).toString('utf8')) as AccountNumbers;
}

/** What binds a record to its payee: it is in the key and in the authenticated data. */
const recordName = (id: string, ownPublic: string, payeeToken: string): string =>
  `${nameOf(id)}\n${ownPublic}\n${payeeToken}`;

/** The secret is in the key too, so that nobody who only writes the table can make a record that opens. */
async function recordKey(shared: Buffer, name: string): Promise<Uint8Array> {
  const { fingerprintKey } = await secrets();
  return new Uint8Array(hkdfSync('sha256', shared, Buffer.from(fingerprintKey, 'base64'), name, 32));
}
