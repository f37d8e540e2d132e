import { runInNewContext } from 'node:vm';
import { Match } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { contentSecurityPolicy } from '../../infra/content-security-policy.ts';
import { siteConfig } from '../../infra/pages-stack.ts';
import { pageAddress } from '../../infra/page-address.ts';
import { newApp, synthesised } from './portal.ts';

const portal = synthesised();
const site = portal.templates.get('Wellport-dev-Site')!;

const rewritten = (uri: string): string =>
  runInNewContext(`${pageAddress}; handler({ request: { uri: ${JSON.stringify(uri)} } }).uri`) as string;

test('a path of a page gives the site, and a file gives the file', () => {
  for (const page of ['/', '/member', '/member/account/billing', '/admin.area/partners'])
    expect(rewritten(page)).toBe('/index.html');
  for (const file of ['/assets/index-a1b2.js', '/config.json', '/favicon.svg', '/index.html'])
    expect(rewritten(file)).toBe(file);
});

test('calls go to the API uncached and keep their own errors', () => {
  site.hasResourceProperties('AWS::CloudFront::Distribution', {
    DistributionConfig: {
      CacheBehaviors: [
        Match.objectLike({
          PathPattern: '/api/*',
          // AWS's own policies: no caching, and every header but the host
          CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
          OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
          AllowedMethods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'],
          ViewerProtocolPolicy: 'https-only',
          FunctionAssociations: Match.absent(),
        }),
      ],
      CustomErrorResponses: Match.absent(),
      DefaultCacheBehavior: Match.objectLike({
        ViewerProtocolPolicy: 'redirect-to-https',
        FunctionAssociations: [Match.objectLike({ EventType: 'viewer-request' })],
      }),
    },
  });
});

test('only the CDN reads the pages', () => {
  site.resourceCountIs('AWS::CloudFront::OriginAccessControl', 1);
  const [found] = portal.all('AWS::S3::BucketPolicy').filter(([id]) => id.startsWith('Wellport-dev-Site/'));
  const { Statement } = found![1].Properties.PolicyDocument as { Statement: { Effect: string }[] };
  const allowing = Statement.filter(({ Effect }) => Effect === 'Allow');
  expect(allowing.length).toBeGreaterThan(0);
  for (const statement of allowing)
    expect(statement).toMatchObject({
      Principal: { Service: 'cloudfront.amazonaws.com' },
      Condition: { StringEquals: { 'AWS:SourceArn': expect.anything() as unknown } },
    });
});

test('browsers run no script but the site’s own, show it in no frame and ask by HTTPS only', () => {
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
  const policy = contentSecurityPolicy('us-east-1');
  for (const directive of [
    "default-src 'none'",
    "script-src 'self';",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "connect-src 'self' https://cognito-idp.us-east-1.amazonaws.com;",
  ])
    expect(policy).toContain(directive);
  expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|https?:\/\/\*[ ;]/);
});

test('Google’s addresses are let in only with a key for its map', () => {
  expect(contentSecurityPolicy('us-east-1')).not.toContain('google');
  expect(contentSecurityPolicy('us-east-1', { googleMaps: true })).toContain(
    "script-src 'self' https://maps.googleapis.com",
  );
});

test('a key for Google’s map goes with a map id: the pages are told both, and browsers let Google in', () => {
  const map = { key: 'a-key', mapId: 'a-map' };
  const { identity } = newApp();
  expect(siteConfig(identity)).not.toHaveProperty('map');
  expect(siteConfig(identity, { map })).toMatchObject({ map });
  const policyOf = (context: Record<string, string>) =>
    JSON.stringify(
      synthesised(context)
        .templates.get('Wellport-dev-Site')!
        .findResources('AWS::CloudFront::ResponseHeadersPolicy'),
    );
  expect(policyOf({})).not.toContain('maps.googleapis.com');
  expect(policyOf({ mapKey: 'a-key', mapId: 'a-map' })).toContain('maps.googleapis.com');
  expect(() => newApp({ mapKey: 'a-key' })).toThrow('give both -c mapKey= and -c mapId=');
});

test('the pages are told their pool', () => {
  const { identity } = newApp();
  const { auth } = siteConfig(identity);
  expect(identity.resolve(auth)).toMatchObject({
    userPoolId: { Ref: expect.stringMatching(/^People/) as string },
    clientId: { Ref: expect.stringMatching(/^PeopleWeb/) as string },
    endpoint: { 'Fn::Join': ['', ['https://cognito-idp.', { Ref: 'AWS::Region' }, '.amazonaws.com/']] },
  });
  const [, { Properties }] = portal.all('Custom::CDKBucketDeployment').find(([id]) => id.includes('/Pages'))!;
  const [markers] = (Properties.SourceMarkers as Record<string, unknown>[]).slice(-1);
  expect(JSON.stringify(markers)).toMatch(/People.*PeopleWeb|PeopleWeb.*People/);
  expect(Properties.SystemMetadata).toEqual({ 'cache-control': 'no-cache' });
});

test('with a domain the site answers under it, by TLS 1.2', () => {
  const own = synthesised({
    domain: 'portal.example.com',
    certificate: 'arn:aws:acm:us-east-1:123456789012:certificate/1',
  });
  own.templates.get('Wellport-dev-Site')!.hasResourceProperties('AWS::CloudFront::Distribution', {
    DistributionConfig: Match.objectLike({
      Aliases: ['portal.example.com'],
      ViewerCertificate: Match.objectLike({ MinimumProtocolVersion: 'TLSv1.2_2021' }),
    }),
  });
  const addresses = own
    .all('AWS::Lambda::Function')
    .map(
      ([, { Properties }]) =>
        (Properties.Environment as { Variables: Record<string, unknown> } | undefined)?.Variables
          .SITE_ADDRESS,
    )
    .filter(Boolean);
  expect(new Set(addresses)).toEqual(new Set(['https://portal.example.com']));
});
