import * as z from 'zod';

/** Places outside the portal that a deployment may name; what is not named is not offered. */
export const linkNames = [
  'dashboard',
  'facilities',
  'users',
  'plans',
  'logout',
  'facilityDashboard',
  'requestDemo',
  'facilitySignUp',
  'memberActivation',
] as const;
export type LinkName = (typeof linkNames)[number];

/** A complete https address without a user in it, or a path of the site itself: never a script, never another scheme. */
const place = z
  .string()
  .regex(/^(https:\/\/[^\s\\@/]+(\/[^\s\\]*)?|\/([^\s\\/][^\s\\]*)?)$/, 'must be an https address or a path');

const elsewhere = z.string().regex(/^https:\/\/[^\s\\@/]+(\/[^\s\\]*)?$/, 'must be an https address');

const contact = z.strictObject({
  /** As it is read; without one the site shows the address alone. */
  phone: z
    .string()
    .regex(/^[+(]?\d[\d ().-]{6,}$/, 'must be a phone number')
    .optional(),
  email: z.email(),
});

/**
 * What the site learns at start from /config.json: where people sign in, and where it leads to. The deployment
 * (infra/pages-stack.ts) and the local portal (infra/local/site.ts) both write this shape and nothing else.
 */
export const siteConfig = z.strictObject({
  auth: z.strictObject({
    userPoolId: z.string().min(1),
    clientId: z.string().min(1),
    endpoint: z.string().min(1).optional(),
  }),
  /** Which build the pages are of. */
  release: z.string().min(1).optional(),
  /** The external privacy request form; without one the page says how to ask by email. */
  privacyRequestForm: elsewhere.optional(),
  links: z.partialRecord(z.enum(linkNames), place).optional(),
  /** Whom a visitor can reach. */
  contacts: z.strictObject({ sales: contact, support: contact }).optional(),
  /** The public key of the captcha, needed once the flag use-captcha is on. */
  captcha: z.strictObject({ siteKey: z.string().min(20) }).optional(),
  /** Google's map takes the place of the built-in one when both are there. */
  map: z.strictObject({ key: z.string().min(1), mapId: z.string().min(1).optional() }).optional(),
});
export type SiteConfig = z.output<typeof siteConfig>;
export type Links = NonNullable<SiteConfig['links']>;
