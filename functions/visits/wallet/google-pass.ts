import { createSign } from 'node:crypto';
import type { WalletPass } from '../../../shared/visits/access-pass/wallet-pass.ts';
import type { GoogleSettings } from './settings.ts';

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
