import * as z from 'zod';
import { secrets } from '../platform/secrets.ts';
import { createSign } from 'node:crypto';
import type { WalletPass } from '../../shared/visits/access-pass.ts';

/** Certificates are PEM texts: the pass type's, its key, and Apple's intermediate (WWDR). */
const appleSettings = z.object({
  passTypeIdentifier: z.string().startsWith('pass.'),
  teamIdentifier: z.string().min(1),
  certificate: z.string(),
  key: z.string(),
  keyPassphrase: z.string().optional(),
  wwdr: z.string(),
});
export type AppleSettings = z.output<typeof appleSettings>;

/** The issuer of Google Wallet, and a service account that may write its objects; the key is a PEM text. */
const googleSettings = z.object({
  issuerId: z.string().regex(/^\d+$/),
  classSuffix: z.string().regex(/^[\w.-]+$/),
  clientEmail: z.email(),
  privateKey: z.string(),
});
type GoogleSettings = z.output<typeof googleSettings>;

const parsed = <Schema extends z.ZodType>(schema: Schema, text: string | undefined) =>
  text ? schema.parse(JSON.parse(Buffer.from(text, 'base64').toString('utf8'))) : undefined;

/** Returns the settings of the wallets that the deployment offers. */
export async function walletSettings(): Promise<{
  apple: AppleSettings | undefined;
  google: GoogleSettings | undefined;
}> {
  const { appleWallet, googleWallet } = await secrets();
  return { apple: parsed(appleSettings, appleWallet), google: parsed(googleSettings, googleWallet) };
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const inEnglish = (value: string) => ({ defaultValue: { language: 'en-US', value } });

/**
 * Returns the address that saves a pass in Google Wallet. It contains a signed JWT
 * (https://developers.google.com/wallet/generic/use-cases/jwt).
 */
export function googlePassAddress(
  { memberId, memberName, facilityName, barcode, lastDay }: WalletPass,
  { issuerId, classSuffix, clientEmail, privateKey }: GoogleSettings,
  now: Date,
): string {
  const classId = `${issuerId}.${classSuffix}`;
  const pass = {
    id: `${issuerId}.${memberId.replaceAll(/[^\w.-]/g, '_')}`,
    classId,
    state: 'ACTIVE',
    cardTitle: inEnglish('Wellport'),
    header: inEnglish(memberName),
    subheader: inEnglish(facilityName),
    hexBackgroundColor: '#0f5a43',
    barcode: { type: 'CODE_128', value: barcode, alternateText: barcode },
    ...(lastDay !== null && { validTimeInterval: { end: { date: `${lastDay}T23:59:59Z` } } }),
  };
  const claims = {
    iss: clientEmail,
    aud: 'google',
    typ: 'savetowallet',
    iat: Math.floor(now.getTime() / 1000),
    origins: [process.env.SITE_ADDRESS ?? ''],
    payload: { genericClasses: [{ id: classId }], genericObjects: [pass] },
  };
  const text = `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded(claims)}`;
  const signature = createSign('RSA-SHA256').update(text).sign(privateKey, 'base64url');
  return `https://pay.google.com/gp/v/save/${text}.${signature}`;
}
