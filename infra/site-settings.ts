import * as z from 'zod';
import { siteConfig, type SiteConfig } from '../shared/site/site-config.ts';
import { testSiteKey } from '../shared/site/captcha-key.ts';
import type { ContextName } from './stages/stage-file.ts';

/** Content of /config.json besides the pool; the content security policy is derived from it. */
export type SiteSettings = Omit<SiteConfig, 'auth' | 'release'>;

const shape = siteConfig.omit({ auth: true, release: true });

/**
 * Reads the site settings from the stage's context: `links` (an object or JSON), `salesPhone`, `supportPhone`,
 * `captchaSiteKey`, `privacyRequestForm`, `mapKey`, and `mapId`. The email addresses are the recipients of visitors'
 * messages. Throws on invalid values.
 */
export function siteSettingsOf(
  context: (name: ContextName) => unknown,
  mail: { sales: string; support: string },
): SiteSettings {
  const given = (name: ContextName): unknown => {
    const value = context(name);
    return value === '' ? undefined : value;
  };
  const siteKey = given('captchaSiteKey');
  if (siteKey === testSiteKey)
    throw new Error('The context captchaSiteKey is Google’s public test key, which accepts everyone.');
  const read = shape.safeParse({
    links: linksFrom(given('links')),
    privacyRequestForm: given('privacyRequestForm'),
    contacts: {
      sales: { email: mail.sales, phone: given('salesPhone') },
      support: { email: mail.support, phone: given('supportPhone') },
    },
    captcha: siteKey === undefined ? undefined : { siteKey },
    map: given('mapKey') === undefined ? undefined : { key: given('mapKey'), mapId: given('mapId') },
  });
  if (!read.success) throw new Error(`The site context is invalid:\n${z.prettifyError(read.error)}`);
  return read.data;
}

function linksFrom(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  try {
    return JSON.parse(given);
  } catch {
    throw new Error('The context links is not valid JSON: use -c links=\'{"requestDemo":"https://…"}\'.');
  }
}
