import { runInNewContext } from 'node:vm';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { makeFoundation } from '../../infra/app.ts';
import { contentSecurityPolicy } from '../../infra/stacks/content-security-policy.ts';
import { viewerAddress } from '../../infra/stacks/site-stack.ts';
import { endpointsByArea } from '../../infra/build/handlers.ts';
import { siteConfigOf } from '../../infra/stacks/pages-stack.ts';
import {
  prerenderedPage,
  prerenderedPaths,
  fileOfAddress,
  pageAddress,
} from '../../infra/build/page-address.ts';
import { localSiteConfig } from '../../infra/local/built-site.ts';
import { settingsOf } from '../../infra/stages/stage.ts';
import { linkNames, siteConfig, testSiteKey } from '../../shared/site/site-config.ts';
import { changed, storedSettings, synthesised } from './portal.ts';
import { defined } from '../support/defined.ts';

const portal = synthesised();
const siteKey = '6LdUnitTestUnitTestUnitTestUnitTestUnitT';
const captcha = { captchaSiteKey: siteKey, captchaSecretName: 'wellport/captcha' };
const site = defined(portal.templates.get('Wellport-dev-Site'));

const rewritten = (uri: string): string =>
  runInNewContext(`${pageAddress}; handler({ request: { uri: ${JSON.stringify(uri)} } }).uri`) as string;

test('a public page gives its drawing, another page the site, and a file the file', () => {
  for (const path of prerenderedPaths) expect(rewritten(path)).toBe(`/${prerenderedPage(path)}`);
  expect(rewritten('/')).toBe('/pages/index.html');
  expect(rewritten('/guest/contactus/')).toBe('/pages/guest/contactus.html');
  for (const page of [
    '/member',
    '/member/account/billing',
    '/admin.area/partners',
    '/dashboard',
    '/constructor',
  ])
    expect(rewritten(page)).toBe('/index.html');
  for (const file of ['/assets/index-a1b2.js', '/config.json', '/favicon.svg', '/index.html'])
    expect(rewritten(file)).toBe(file);
});

test('the local site finds the same files as the CDN, and CloudFront takes a function of this size', () => {
  for (const path of [
    ...prerenderedPaths,
    '/guest/contactus/',
    '/member',
    '/invitation/abc',
    '/assets/a.js',
    '/x.y/z',
  ])
    expect(`/${fileOfAddress(path)}`).toBe(rewritten(path));
  expect(Buffer.byteLength(pageAddress)).toBeLessThan(10 * 1024);
});

test('calls go to the API uncached and keep their own errors', () => {
  site.hasResourceProperties('AWS::CloudFront::Distribution', {
    DistributionConfig: {
      CacheBehaviors: Match.arrayWith([
        Match.objectLike({
          PathPattern: '/api/*',
          // AWS's own policies: no caching, and every header but the host
          CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
          OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
          AllowedMethods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'],
          ViewerProtocolPolicy: 'https-only',
          FunctionAssociations: [Match.objectLike({ EventType: 'viewer-request' })],
        }),
      ]),
      DefaultCacheBehavior: Match.objectLike({
        ViewerProtocolPolicy: 'redirect-to-https',
        FunctionAssociations: [Match.objectLike({ EventType: 'viewer-request' })],
      }),
    },
  });
});

test('calls carry the visitor’s address in place of what they wrote, and show that the CDN put it there', () => {
  const request = { headers: { 'x-viewer-address': { value: '192.0.2.1' }, accept: { value: '*/*' } } };
  const event = { request, viewer: { ip: '203.0.113.7' } };
  const sent = runInNewContext(`${viewerAddress}; handler(${JSON.stringify(event)}).headers`) as object;
  expect({ ...sent }).toEqual({ 'x-viewer-address': { value: '203.0.113.7' }, accept: { value: '*/*' } });
  const [distribution] = Object.values(site.findResources('AWS::CloudFront::Distribution'));
  expect(JSON.stringify(distribution)).toMatch(
    /"HeaderName":"x-cdn-secret","HeaderValue":.{0,80}resolve:secretsmanager/,
  );
  const reading = portal.all('AWS::Lambda::Function').filter(([, { Properties }]) => {
    const { Variables } = (Properties.Environment ?? {}) as { Variables?: Record<string, unknown> };
    return String(Variables?.SETTINGS_ROWS).split(',').includes('cdn');
  });
  expect(reading.length).toBeGreaterThanOrEqual(endpointsByArea.flatMap(({ endpoints }) => endpoints).length);
});

test('only the CDN reads the pages', () => {
  site.resourceCountIs('AWS::CloudFront::OriginAccessControl', 1);
  const [found] = portal.all('AWS::S3::BucketPolicy').filter(([id]) => id.startsWith('Wellport-dev-Site/'));
  const { Statement } = defined(found)[1].Properties.PolicyDocument as { Statement: { Effect: string }[] };
  const allowing = Statement.filter(({ Effect }) => Effect === 'Allow');
  expect(allowing.length).toBeGreaterThan(0);
  for (const statement of allowing)
    expect(statement).toMatchObject({
      Principal: { Service: 'cloudfront.amazonaws.com' },
      Condition: { StringEquals: { 'AWS:SourceArn': expect.anything() as unknown } },
    });
});

test('the policy allows only own scripts, no frames, and HTTPS', () => {
  site.hasResourceProperties('AWS::CloudFront::ResponseHeadersPolicy', {
    ResponseHeadersPolicyConfig: {
      SecurityHeadersConfig: Match.objectLike({
        ContentSecurityPolicy: Match.objectLike({ Override: true }),
        FrameOptions: { FrameOption: 'DENY', Override: true },
        ContentTypeOptions: { Override: true },
        StrictTransportSecurity: Match.objectLike({
          AccessControlMaxAgeSec: 63_072_000,
          IncludeSubdomains: true,
        }),
      }),
    },
  });
  const policy = contentSecurityPolicy();
  for (const directive of [
    "default-src 'none'",
    "script-src 'self';",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "connect-src 'self';",
  ])
    expect(policy).toContain(directive);
  expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|https?:\/\/\*[ ;]/);
});

test('Google’s addresses are let in only with a key for its map', () => {
  expect(contentSecurityPolicy()).not.toContain('google');
  expect(contentSecurityPolicy({ googleMaps: true })).toContain(
    "script-src 'self' https://maps.googleapis.com",
  );
});

test('strangers’ scripts and frames are let in only where the deployment names them', () => {
  const named = (context: Record<string, string>) => {
    const policies = Template.fromStack(makeFoundation(context).site).findResources(
      'AWS::CloudFront::ResponseHeadersPolicy',
    );
    return JSON.stringify(defined(Object.values(policies)[0]).Properties);
  };
  expect(named({})).not.toMatch(/google|gstatic|forms\.example/);
  const policy = named({ ...captcha, privacyRequestForm: 'https://forms.example/privacy?of=us' });
  expect(policy).toContain(
    "script-src 'self' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/;",
  );
  expect(policy).toMatch(
    /frame-src 'self' blob: https:\/\/www\.google\.com\/recaptcha\/ [^;]*https:\/\/forms\.example;/,
  );
  expect(policy).not.toMatch(/maps\.googleapis|script-src[^;]*forms\.example/);
});

test('the pages receive links, contacts, captcha, and request form from the context', () => {
  const context = {
    links: '{"requestDemo":"https://calendar.example/wellport","facilities":"/facilities"}',
    salesAddress: 'join@wellport.example',
    supportAddress: 'help@wellport.example',
    salesPhone: '(612) 555-0142',
    ...captcha,
    privacyRequestForm: 'https://forms.example/privacy',
  };
  const { identity } = makeFoundation(context);
  expect(siteConfigOf(settingsOf(identity.node))).toMatchObject({
    links: { requestDemo: 'https://calendar.example/wellport', facilities: '/facilities' },
    contacts: {
      sales: { email: 'join@wellport.example', phone: '(612) 555-0142' },
      support: { email: 'help@wellport.example' },
    },
    captcha: { siteKey },
    privacyRequestForm: 'https://forms.example/privacy',
  });
});

test('the captcha’s secret key is copied into the portal’s secret, and is in no template', () => {
  const secrets = Template.fromStack(makeFoundation(captcha).data).findResources(
    'AWS::SecretsManager::Secret',
  );
  expect(JSON.stringify(secrets)).toMatch(
    /captchaSecret.{0,80}resolve:secretsmanager:.{0,200}wellport\/captcha/,
  );
  expect(JSON.stringify(portal.all('AWS::SecretsManager::Secret'))).not.toContain('captchaSecret');
});

test('the pages have contact addresses without any of these settings', () => {
  const { identity } = makeFoundation({
    domain: 'portal.example.com',
    certificate: 'arn:aws:acm:us-east-1:111111111111:certificate/1',
  });
  const { release: _release, ...rest } = siteConfigOf(settingsOf(identity.node));
  expect(rest).toEqual({
    contacts: {
      sales: { email: 'sales@portal.example.com' },
      support: { email: 'support@portal.example.com' },
    },
  });
});

test.each([
  ['links', '{"requestDemo":"javascript:alert(1)"}', 'https address'],
  ['links', '{"requestDemo":"//elsewhere.example"}', 'https address'],
  ['links', '{"requestAdemo":"https://calendar.example"}', 'requestAdemo'],
  ['links', 'https://calendar.example', 'not valid JSON'],
  ['salesPhone', 'call us', 'phone number'],
  ['salesAddress', 'nobody', 'email'],
  ['privacyRequestForm', 'http://forms.example', 'https address'],
  ['privacyRequestForm', 'https://user@forms.example', 'https address'],
  ['captchaSiteKey', testSiteKey, 'public test key'],
  ['captchaSiteKey', 'short', 'siteKey'],
  ['captchaSiteKey', '', 'two keys'],
])('a deployment does not begin with %s = %s', (name, value, why) => {
  expect(() => makeFoundation({ ...(name.startsWith('captcha') && captcha), [name]: value })).toThrow(why);
});

test('the local portal writes the same shape, and names links without a page of the portal', () => {
  expect(siteConfig.parse(localSiteConfig)).toEqual(localSiteConfig);
  const unnamed = linkNames.filter((name) => !localSiteConfig.links?.[name]);
  // the portal's own pages serve instead
  expect(unnamed).toEqual(['dashboard', 'facilities', 'users', 'plans', 'logout', 'facilityDashboard']);
});

test('a Google Maps key requires a map id: pages receive both, and the policy allows Google', () => {
  const map = { key: 'a-key', mapId: 'a-map' };
  const told = (context: Record<string, string>) => {
    const { identity } = makeFoundation(context);
    return siteConfigOf(settingsOf(identity.node));
  };
  expect(told({}).map).toBeUndefined();
  expect(told({ mapKey: 'a-key', mapId: 'a-map' })).toMatchObject({ map });
  const policyOf = (context: Record<string, string>) =>
    JSON.stringify(
      Template.fromStack(makeFoundation(context).site).findResources(
        'AWS::CloudFront::ResponseHeadersPolicy',
      ),
    );
  expect(policyOf({})).not.toContain('maps.googleapis.com');
  expect(policyOf({ mapKey: 'a-key', mapId: 'a-map' })).toContain('maps.googleapis.com');
  expect(() => makeFoundation({ mapKey: 'a-key' })).toThrow('pass both -c mapKey= and -c mapId=');
});

test('the pages receive no user pool, and their configuration is not cached', () => {
  const { identity } = makeFoundation();
  expect(Object.keys(siteConfigOf(settingsOf(identity.node)))).not.toContain('auth');
  const [, { Properties }] = defined(
    portal.all('Custom::CDKBucketDeployment').find(([id]) => id.includes('/Pages')),
  );
  expect(Properties.SystemMetadata).toEqual({ 'cache-control': 'no-cache' });
});

test('a custom domain is served with TLS 1.2', () => {
  const own = synthesised(changed);
  defined(own.templates.get('Wellport-dev-Site')).hasResourceProperties('AWS::CloudFront::Distribution', {
    DistributionConfig: Match.objectLike({
      Aliases: ['portal.example.com'],
      ViewerCertificate: Match.objectLike({ MinimumProtocolVersion: 'TLSv1.2_2021' }),
    }),
  });
  expect(storedSettings(own).rows.common?.SITE_ADDRESS).toBe('https://portal.example.com');
});
