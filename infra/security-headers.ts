import { Duration, type Stack } from 'aws-cdk-lib/core';
import { HeadersFrameOption, HeadersReferrerPolicy, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import { contentSecurityPolicy } from './content-security-policy.ts';
import type { Settings } from './stage.ts';

/** Returns the security headers of pages and API responses. */
export function securityHeaders(stack: Stack, { site }: Settings): ResponseHeadersPolicy {
  const override = true;
  return new ResponseHeadersPolicy(stack, 'SecurityHeaders', {
    comment: 'Security headers of the site',
    securityHeadersBehavior: {
      contentSecurityPolicy: {
        contentSecurityPolicy: contentSecurityPolicy({
          googleMaps: site.map !== undefined,
          captcha: site.captcha !== undefined,
          requestForm: site.privacyRequestForm,
        }),
        override,
      },
      contentTypeOptions: { override },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN, override },
      strictTransportSecurity: {
        accessControlMaxAge: Duration.days(730),
        includeSubdomains: true,
        override,
      },
    },
    customHeadersBehavior: {
      customHeaders: [
        {
          header: 'permissions-policy',
          value: 'camera=(self), microphone=(), payment=(), geolocation=(self)',
          override,
        },
      ],
    },
  });
}
