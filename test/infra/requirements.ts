import { expect, test } from 'vitest';
import { endpoints } from '../../shared/contracts/all.ts';
import { isOpenAtGateway } from '../../shared/endpoint.ts';
import { contentSecurityPolicy } from '../../infra/stacks/content-security-policy.ts';
import { production, synthesised } from './portal.ts';

// Requirements of ASVS 5.0 that the templates meet (docs/asvs.tsv).

const portal = synthesised();
const open = synthesised(production);

interface Distribution {
  DefaultCacheBehavior: { ViewerProtocolPolicy: string };
  CacheBehaviors: { PathPattern: string; ViewerProtocolPolicy: string; AllowedMethods: string[] }[];
  ViewerCertificate?: { MinimumProtocolVersion: string; AcmCertificateArn: unknown };
}
const propertiesOf = (type: string, from = portal) => from.all(type).map(([, { Properties }]) => Properties);
const distributions = (from = portal) =>
  from
    .all('AWS::CloudFront::Distribution')
    // the status page is no part of the portal
    .filter(([id]) => id.includes('-Site/'))
    .map(([, { Properties }]) => Properties.DistributionConfig as Distribution);
const headers = propertiesOf('AWS::CloudFront::ResponseHeadersPolicy').map(
  ({ ResponseHeadersPolicyConfig }) =>
    ResponseHeadersPolicyConfig as { CorsConfig?: unknown; SecurityHeadersConfig?: Record<string, object> },
);
const routes = propertiesOf('AWS::ApiGatewayV2::Route') as { RouteKey: string; AuthorizationType?: string }[];
const authorizers = propertiesOf('AWS::ApiGatewayV2::Authorizer') as {
  AuthorizerType: string;
  IdentitySource: string[];
  JwtConfiguration: { Issuer: unknown; Audience: unknown[] };
}[];

const eachAuthorizer = (check: (authorizer: (typeof authorizers)[number]) => void) => () => {
  expect(authorizers.length).toBeGreaterThan(0);
  authorizers.forEach(check);
};
const verifiesTokens = eachAuthorizer(({ AuthorizerType, IdentitySource }) =>
  expect([AuthorizerType, IdentitySource]).toEqual(['JWT', ['$request.header.Authorization']]),
);
const trustsOwnPool = eachAuthorizer(({ JwtConfiguration: { Issuer } }) => {
  expect(JSON.stringify(Issuer)).toMatch(/https:\/\/cognito-idp\..*(Ref|ImportValue|GetAtt)/);
});
const namesAudience = eachAuthorizer(({ JwtConfiguration: { Audience } }) =>
  expect(Audience).toHaveLength(1),
);

/** All routes that are neither for guests nor for API clients require a token in a header, which no other site can send. */
function requiresHeader(): void {
  const guest = new Set(
    endpoints.filter((row) => isOpenAtGateway(row)).map(({ method, path }) => `${method} /api${path}`),
  );
  const bound = routes.filter(({ RouteKey }) => !guest.has(RouteKey) && RouteKey !== '$default');
  expect(bound.length).toBeGreaterThan(200);
  for (const { RouteKey, AuthorizationType } of bound) expect(AuthorizationType, RouteKey).toBe('JWT');
  verifiesTokens();
}

function hasStrictTransport(): void {
  const [policy] = headers.flatMap(
    ({ SecurityHeadersConfig }) => SecurityHeadersConfig?.StrictTransportSecurity ?? [],
  );
  expect(policy).toMatchObject({
    IncludeSubdomains: true,
    Override: true,
    AccessControlMaxAgeSec: 63_072_000,
  });
}

function hasNoCors(): void {
  for (const api of propertiesOf('AWS::ApiGatewayV2::Api')) expect(api.CorsConfiguration).toBeUndefined();
  for (const { CorsConfig } of headers) expect(CorsConfig).toBeUndefined();
}

function redirectsPagesOnly(): void {
  for (const { DefaultCacheBehavior, CacheBehaviors } of distributions()) {
    expect(DefaultCacheBehavior.ViewerProtocolPolicy).toBe('redirect-to-https');
    for (const { PathPattern, ViewerProtocolPolicy } of CacheBehaviors)
      if (PathPattern.startsWith('/api')) expect(ViewerProtocolPolicy, PathPattern).toBe('https-only');
  }
}

function hasPrivateBuckets(): void {
  const closed = {
    BlockPublicAcls: true,
    BlockPublicPolicy: true,
    IgnorePublicAcls: true,
    RestrictPublicBuckets: true,
  };
  const buckets = propertiesOf('AWS::S3::Bucket');
  expect(buckets.length).toBeGreaterThan(3);
  for (const { PublicAccessBlockConfiguration, WebsiteConfiguration } of buckets)
    expect([PublicAccessBlockConfiguration, WebsiteConfiguration]).toEqual([closed, undefined]);
}

function hasStrongTls(): void {
  for (const { ViewerCertificate } of distributions(open)) {
    expect(ViewerCertificate?.MinimumProtocolVersion).toBe('TLSv1.2_2021');
    expect(JSON.stringify(ViewerCertificate?.AcmCertificateArn)).toContain('arn:aws:acm:');
  }
}

function hasKnownMethods(): void {
  for (const { RouteKey } of routes)
    expect(RouteKey).toMatch(/^(\$default|(GET|POST|PUT|PATCH|DELETE) \/api\/)/);
  for (const { CacheBehaviors } of distributions())
    for (const { AllowedMethods } of CacheBehaviors) expect(AllowedMethods).not.toContain('TRACE');
}

function sendsLogs(): void {
  const functions = propertiesOf('AWS::Lambda::Function').filter(({ Runtime }) => Runtime === 'nodejs24.x');
  for (const { LoggingConfig } of functions) expect(LoggingConfig).toHaveProperty('LogGroup');
  const policies = JSON.stringify(propertiesOf('AWS::IAM::Role'));
  expect(policies).not.toMatch(/logs:(Delete|PutRetention)/);
}

const sendsReferrer = () =>
  expect(JSON.stringify(headers)).toContain('"ReferrerPolicy":"strict-origin-when-cross-origin"');
const hasOneClient = () => expect(propertiesOf('AWS::Cognito::UserPoolClient')).toHaveLength(1);
const sendsTokensHome = () => expect(contentSecurityPolicy()).toContain("connect-src 'self';");

const checks: Record<string, [meets: string, check: () => void]> = {
  '3.4.1': ['sends Strict-Transport-Security for two years', hasStrictTransport],
  '3.4.2': ['allows no other origin', hasNoCors],
  '3.4.5': ['sends a referrer policy', sendsReferrer],
  '3.5.1': ['requires a header that no other site can send', requiresHeader],
  '3.5.2': ['requires a preflight that no origin passes', () => (requiresHeader(), hasNoCors())],
  '4.1.2': ['redirects pages to HTTPS and refuses plain HTTP to the API', redirectsPagesOnly],
  '5.3.1': ['serves no uploads from buckets', hasPrivateBuckets],
  '6.8.2': ['verifies tokens at the gateway', verifiesTokens],
  '9.1.1': ['verifies tokens at the gateway', verifiesTokens],
  '9.1.3': ['trusts its own pool only', trustsOwnPool],
  '9.2.1': ['verifies the validity of tokens at the gateway', verifiesTokens],
  '9.2.3': ['names one audience', namesAudience],
  '9.2.4': ['has one client per pool', hasOneClient],
  '10.1.1': ['lets pages connect to the API and the pool only', sendsTokensHome],
  '10.3.1': ['names one audience', namesAudience],
  '10.5.3': ['configures the issuer', trustsOwnPool],
  '10.5.4': ['names one audience', namesAudience],
  '12.1.2': ['permits TLS 1.2 and later', hasStrongTls],
  '12.2.2': ['uses certificates of ACM', hasStrongTls],
  '13.4.4': ['routes declared methods only', hasKnownMethods],
  '16.4.3': ['sends logs to CloudWatch, where no function deletes them', sendsLogs],
};

const rows = Object.entries(checks).map(([id, [meets, check]]) => [id, meets, check] as const);
test.each(rows)('ASVS %s: the portal %s', (_, _meets, check) => check());
