import * as z from 'zod';
import { email } from '../fields.ts';

/** Google's public site key for tests. It shows no challenge, and only the local stage accepts its tokens. */
export const testSiteKey = '6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI';

/** External links that a stage can configure; links without an address are not shown. */
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

/** A complete https address without credentials, or a path of the site. */
const addressOrPath = z
  .string()
  .regex(/^(https:\/\/[^\s\\@/]+(\/[^\s\\]*)?|\/([^\s\\/][^\s\\]*)?)$/, 'must be an https address or a path');

const httpsAddress = z.string().regex(/^https:\/\/[^\s\\@/]+(\/[^\s\\]*)?$/, 'must be an https address');

const contact = z.strictObject({
  /** As displayed; optional. */
  phone: z
    .string()
    .regex(/^[+(]?\d[\d ().-]{6,}$/, 'must be a phone number')
    .optional(),
  email: email('Email'),
});

/**
 * The content of /config.json, which the site loads at startup. Written by the deployment (infra/stacks/pages-stack.ts) and
 * the local portal (infra/local/built-site.ts).
 */
export const siteConfig = z.strictObject({
  /** The build of the pages. */
  release: z.string().min(1).optional(),
  /** External privacy request form; without it, the page explains how to request by email. */
  privacyRequestForm: httpsAddress.optional(),
  links: z.partialRecord(z.enum(linkNames), addressOrPath).optional(),
  contacts: z.strictObject({ sales: contact, support: contact }).optional(),
  /** Public captcha key, required if the flag use-captcha is on. */
  captcha: z.strictObject({ siteKey: z.string().min(20) }).optional(),
  /** Google Maps settings; without them, the site uses its built-in map. */
  map: z.strictObject({ key: z.string().min(1), mapId: z.string().min(1).optional() }).optional(),
});
export type SiteConfig = z.output<typeof siteConfig>;
export type Links = NonNullable<SiteConfig['links']>;
