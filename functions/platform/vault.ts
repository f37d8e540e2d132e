import { createCipheriv, createDecipheriv } from 'node:crypto';
import { DecryptCommand, DescribeKeyCommand, GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import * as z from 'zod';
import { clientSettings } from './client-settings.ts';
import { secrets } from './secrets.ts';
import { randomBytes } from './time-and-chance.ts';

/** What is encrypted, and what its key follows from; the name it belongs to is bound in, so records cannot be swapped. */
export const sealedSchema = z.object({ key: z.string(), box: z.string() });
export type Sealed = z.output<typeof sealedSchema>;

export interface AccountNumbers {
  routingNumber: string;
  accountNumber: string;
}

/** Encrypts a text under a data key of its own, bound to a name such as a bank file's hash. */
export async function sealText(text: string, name: string): Promise<Sealed> {
  const { plain, wrapped } = await newDataKey(name);
  return { key: wrapped, box: encrypt(plain, text, name) };
}

/** Decrypts what `sealText` made under the same name. */
export async function openText(sealed: Sealed, name: string): Promise<string> {
  return decrypt(await unwrap(sealed.key, name), sealed.box, name).toString('utf8');
}

const kms = /* @__PURE__ */ new KMSClient(clientSettings());

/** Throws when the vault's key is not there, or not in use; a key file in its place is looked at by who reads it. */
export async function lookAtVaultKey(): Promise<void> {
  const KeyId = process.env.VAULT_KEY_ID;
  if (!KeyId) return;
  const { KeyMetadata } = await kms.send(new DescribeKeyCommand({ KeyId }));
  if (!KeyMetadata?.Enabled) throw new Error('the vault key is not in use');
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
  if (!Plaintext || !CiphertextBlob) throw new Error('KMS gave no data key');
  return { plain: Plaintext, wrapped: Buffer.from(CiphertextBlob).toString('base64') };
}

async function unwrap(wrapped: string, payee: string): Promise<Uint8Array> {
  const { vaultKey } = await secrets();
  if (vaultKey) return decrypt(Buffer.from(vaultKey, 'base64'), wrapped, payee);
  const { Plaintext } = await kms.send(
    new DecryptCommand({ CiphertextBlob: Buffer.from(wrapped, 'base64'), EncryptionContext: { payee } }),
  );
  if (!Plaintext) throw new Error('KMS did not open the data key');
  return Plaintext;
}

/** AES-256-GCM under the context: twelve bytes of nonce, sixteen of tag, then the text. */
export function encrypt(key: Uint8Array, text: string | Uint8Array, context: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
}

/** The text again, or an error when key, text or context are others. */
export function decrypt(key: Uint8Array, box: string, context: string): Buffer {
  const bytes = Buffer.from(box, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
}
