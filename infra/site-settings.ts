import * as z from 'zod';
import { siteConfig, type SiteConfig } from '../shared/site/site-config.ts';
import { testSiteKey } from '../shared/site/captcha-key.ts';
import type { ContextName } from './stages/stage-file.ts';

/** Content of /config.json besides the release; the content security policy is derived from it. */
export type SiteSettings = Omit<SiteConfig, 'release'>;

const shape = siteConfig.omit({ release: true });

/**
 * Reads the site settings from the stage's context: `links` (an object or JSON), `salesPhone`, `supportPhone`,
 * `captchaSiteKey`, `privacyRequestForm`, `mapKey`, and `mapId`. The email addresses are the recipients of visitors'
 * messages. Throws on invalid values.
 */
export function siteSettingsOf(
  context: (name: ContextName) => unknown,
  mail: { sales: string; support: string },
): SiteSettings {
  const input = (name: ContextName): unknown => {
    const value = context(name);
    return value === '' ? undefined : value;
  };
  const siteKey = input('captchaSiteKey');
  if (siteKey === testSiteKey)
    throw new Error('The context captchaSiteKey is Google’s public test key, which accepts everyone.');
  const read = shape.safeParse({
    links: linksFrom(input('links')),
    privacyRequestForm: input('privacyRequestForm'),
    contacts: {
      sales: { email: mail.sales, phone: input('salesPhone') },
      support: { email: mail.support, phone: input('supportPhone') },
    },
    captcha: siteKey === undefined ? undefined : { siteKey },
    map: input('mapKey') === undefined ? undefined : { key: input('mapKey'), mapId: input('mapId') },
  });
  if (!read.success) throw new Error(`The site context is invalid:\n${z.prettifyError(read.error)}`);
  return read.data;
}

function linksFrom(input: unknown): unknown {
  if (typeof input !== 'string') return input;
  try {
    return JSON.parse(input);
  } catch {
    throw new Error('The context links is not valid JSON: use -c links=\'{"requestDemo":"https://…"}\'.');
  }
}
