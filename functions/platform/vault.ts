import { createCipheriv, createDecipheriv } from 'node:crypto';
import { DecryptCommand, DescribeKeyCommand, GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import * as z from 'zod';
import { clientSettings } from './client-settings.ts';
import { secrets } from './secrets.ts';
import { randomBytes } from './time-and-chance.ts';

/** Encrypted content and the source of its key; bound to a name, so that records cannot be exchanged. */
export const sealedSchema = z.object({ key: z.string(), box: z.string() });
export type Sealed = z.output<typeof sealedSchema>;

export interface AccountNumbers {
  routingNumber: string;
  accountNumber: string;
}

/** Encrypts text with its own data key, bound to a name such as a bank file's hash. */
export async function sealText(text: string, name: string): Promise<Sealed> {
  const { plain, wrapped } = await newDataKey(name);
  return { key: wrapped, box: encrypt(plain, text, name) };
}

/** Decrypts text of `sealText` with the same name. */
export async function openText(sealed: Sealed, name: string): Promise<string> {
  return decrypt(await unwrap(sealed.key, name), sealed.box, name).toString('utf8');
}

const kms = /* @__PURE__ */ new KMSClient(clientSettings());

/** Throws if the vault's KMS key is missing or disabled; a local key file is checked when it is read. */
export async function lookAtVaultKey(): Promise<void> {
  const KeyId = process.env.VAULT_KEY_ID;
  if (!KeyId) return;
  const { KeyMetadata } = await kms.send(new DescribeKeyCommand({ KeyId }));
  if (!KeyMetadata?.Enabled) throw new Error('the vault key is not enabled');
}

async function newDataKey(payee: string): Promise<{ plain: Uint8Array; wrapped: string }> {
  const { vaultKey } = await secrets();
  if (vaultKey) {
    const plain = randomBytes(32);
    return { plain, wrapped: encrypt(Buffer.from(vaultKey, 'base64'), plain, payee) };
  }
  const { Plaintext, CiphertextBlob } = await kms.send(
    new GenerateDataKeyCommand({
      KeyId: process.env.VAULT_KEY_ID,
      KeySpec: 'AES_256',
      EncryptionContext: { payee },
    }),
  );
  if (!Plaintext || !CiphertextBlob) throw new Error('KMS returned no data key');
  return { plain: Plaintext, wrapped: Buffer.from(CiphertextBlob).toString('base64') };
}

async function unwrap(wrapped: string, payee: string): Promise<Uint8Array> {
  const { vaultKey } = await secrets();
  if (vaultKey) return decrypt(Buffer.from(vaultKey, 'base64'), wrapped, payee);
  const { Plaintext } = await kms.send(
    new DecryptCommand({ CiphertextBlob: Buffer.from(wrapped, 'base64'), EncryptionContext: { payee } }),
  );
  if (!Plaintext) throw new Error('KMS did not decrypt the data key');
  return Plaintext;
}

/** Encrypts with AES-256-GCM and context: 12 bytes of nonce, 16 of tag, then the ciphertext. */
export function encrypt(key: Uint8Array, text: string | Uint8Array, context: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
}

/** Decrypts; throws if key, text, or context differ. */
export function decrypt(key: Uint8Array, box: string, context: string): Buffer {
  const bytes = Buffer.from(box, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
}
