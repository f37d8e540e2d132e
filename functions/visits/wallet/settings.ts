import * as z from 'zod';
import { secrets } from '../../platform/secrets.ts';

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
export type GoogleSettings = z.output<typeof googleSettings>;

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
