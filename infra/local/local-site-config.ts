import { siteConfig } from '../../shared/site/site-config.ts';
import { testSiteKey } from '../../shared/site/captcha-key.ts';
import { externalLinks } from './external-stubs.ts';

/** The content of /config.json. The captcha key is Google's public test key. */
export const localSiteConfig = siteConfig.parse({
  links: externalLinks,
  contacts: {
    sales: { phone: '(612) 555-0142', email: 'sales@wellport.test' },
    support: { phone: '(612) 555-0117', email: 'support@wellport.test' },
  },
  captcha: { siteKey: testSiteKey },
  // without a key, pages load nothing from other origins
  ...(process.env.GOOGLE_MAPS_KEY && {
    map: { key: process.env.GOOGLE_MAPS_KEY, mapId: process.env.GOOGLE_MAPS_ID },
  }),
});
