import { codeMessage, codeOfMac } from '../../../shared/visits/access-pass.ts';

const curve = { name: 'ECDH', namedCurve: 'P-256' };

/** A non-extractable key pair of this phone. */
export const newPhoneKey = (): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey(curve, false, ['deriveKey']);

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

export const publicKeyText = async ({ publicKey }: CryptoKeyPair): Promise<string> =>
  base64url(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)));

/** The key of the codes, from the phone's private key and the server's public one; it cannot be read either. */
export async function codeKeyOf({ privateKey }: CryptoKeyPair, serverKey: string): Promise<CryptoKey> {
  const text = atob(serverKey.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const server = await crypto.subtle.importKey('raw', bytes, curve, false, []);
  return crypto.subtle.deriveKey(
    { name: 'ECDH', public: server },
    privateKey,
    { name: 'HMAC', hash: 'SHA-256', length: 256 },
    false,
    ['sign'],
  );
}

export const codeAt = async (key: CryptoKey, number: string, step: number): Promise<string> =>
  codeOfMac(new Uint8Array(await crypto.subtle.sign('HMAC', key, codeMessage(number, step))));
