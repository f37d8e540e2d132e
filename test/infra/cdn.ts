import { describe, expect, test } from 'vitest';
import { guestWrites, cachedEndpoints } from '../../infra/build/handlers.ts';
import { apiNames, apiStackOf } from '../../infra/stacks/http-apis.ts';
import { hasOwnLimit } from '../../infra/stacks/firewall.ts';
import { settingsOf } from '../../infra/stages/stage.ts';
import { dev } from '../../infra/stages/stage-file.ts';
import { endpoints } from '../../shared/contracts/all.ts';
import { production, synthesised, type Synthesised } from './portal.ts';
import { defined } from '../support/defined.ts';

const portal = synthesised();
const open = synthesised(production);

interface Behavior {
  PathPattern: string;
  CachePolicyId: unknown;
  OriginRequestPolicyId?: unknown;
  AllowedMethods: string[];
  FunctionAssociations?: unknown[];
}
interface Distribution {
  CacheBehaviors: Behavior[];
  CustomErrorResponses: object[];
  WebACLId?: unknown;
}
const cdnOf = ({ all }: Synthesised) =>
  defined(all('AWS::CloudFront::Distribution')[0])[1].Properties.DistributionConfig as Distribution;

describe('responses cached by the CDN', () => {
  const { CacheBehaviors } = cdnOf(portal);
  const stored = CacheBehaviors.slice(0, cachedEndpoints.length);

  test('match the cached, public endpoints of the contract', () => {
    expect(stored.map(({ PathPattern }) => PathPattern)).toEqual(
      cachedEndpoints.map(({ path }) => `/api${path}`),
    );
    expect(stored.length).toBeGreaterThan(1);
    for (const { method, roles, ownership, name } of cachedEndpoints)
      expect([method, roles, ownership ?? 'open'], name).toEqual(['GET', ['guest'], 'open']);
  });

  test('are requested without token, cookie, or address of the visitor', () => {
    const policies = portal.all('AWS::CloudFront::CachePolicy');
    expect(policies).toHaveLength(1);
    expect(defined(policies[0])[1].Properties).toMatchObject({
      CachePolicyConfig: {
        MinTTL: 0,
        DefaultTTL: 0,
        ParametersInCacheKeyAndForwardedToOrigin: {
          CookiesConfig: { CookieBehavior: 'none' },
          HeadersConfig: { HeaderBehavior: 'none' },
          QueryStringsConfig: {
            QueryStringBehavior: 'whitelist',
            QueryStrings: ['hasGroupMemberships', 'planIds', 'programIds'],
          },
          EnableAcceptEncodingBrotli: true,
          EnableAcceptEncodingGzip: true,
        },
      },
    });
    for (const behavior of stored) {
      expect(behavior.OriginRequestPolicyId).toBeUndefined();
      expect(behavior.FunctionAssociations).toBeUndefined();
      expect(behavior.AllowedMethods).toEqual(['GET', 'HEAD']);
    }
  });

  test('no other call of the contract has a path that one of them takes', () => {
    const others = endpoints.filter((endpoint) => !cachedEndpoints.includes(endpoint));
    const paths = new Set(stored.map(({ PathPattern }) => PathPattern));
    expect([...paths].join('')).not.toMatch(/[*?{]/);
    for (const { path } of others) expect(paths).not.toContain(`/api${path}`);
  });

  test('and no error is kept, nor shown as a page', () => {
    const { CustomErrorResponses } = cdnOf(portal);
    expect(CustomErrorResponses.length).toBeGreaterThan(5);
    for (const response of CustomErrorResponses)
      expect(response).toEqual({ ErrorCode: expect.any(Number) as number, ErrorCachingMinTTL: 0 });
  });
});

describe('the firewall', () => {
  const rulesOf = ({ all }: Synthesised) =>
    (all('AWS::WAFv2::WebACL')[0]?.[1].Properties.Rules ?? []) as { Name: string; Statement: object }[];
  const rule = (name: string) => JSON.stringify(rulesOf(open).find(({ Name }) => Name === name));

  test('is before the CDN of a stage that keeps data, and in no other', () => {
    expect(JSON.stringify(cdnOf(open).WebACLId)).toMatch(/Firewall.*Arn/);
    expect(cdnOf(portal).WebACLId).toBeUndefined();
    expect(rulesOf(portal)).toEqual([]);
    defined(open.templates.get('Wellport-production-Site')).hasResourceProperties('AWS::WAFv2::WebACL', {
      Scope: 'CLOUDFRONT',
      DefaultAction: { Allow: {} },
    });
  });

  test('limits an address, and more narrowly where guests send something', () => {
    const { firewall } = settingsOf(open.parts.app.node);
    expect(rule('RequestsByAddress')).toContain(`"Limit":${firewall?.requestsByAddress}`);
    const narrow = rule('GuestRequestsByAddress');
    expect(narrow).toContain(`"Limit":${firewall?.guestRequestsByAddress}`);
    expect(defined(firewall).guestRequestsByAddress).toBeLessThan(defined(firewall).requestsByAddress / 5);
    for (const path of ['/user/password/reset', '/contactUs', '/nominateClub/email'])
      expect(narrow).toContain(`"/api${path}"`);
    // logins have their own challenge, invitations secret links (test/users/login-crowd.test.ts)
    for (const row of guestWrites)
      expect(narrow.includes(`"/api${row.path.split('{')[0]}"`), row.path).toBe(!hasOwnLimit(row));
    expect(guestWrites.filter(hasOwnLimit).length).toBeGreaterThan(3);
  });

  test('uses the managed rules of AWS and exempts uploads with their own limits', () => {
    for (const name of ['CommonRuleSet', 'KnownBadInputsRuleSet', 'AmazonIpReputationList'])
      expect(rule(`AWSManagedRules${name}`)).toContain('"OverrideAction":{"None":{}}');
    expect(rule('AWSManagedRulesCommonRuleSet')).toContain('"Count":{}},"Name":"SizeRestrictions_BODY"');
  });
});

test('each route on which guests send something has a limit of its own, made after the route', () => {
  const stages = portal.all('AWS::ApiGatewayV2::Stage');
  const { rateLimit, burstLimit } = dev.guestThrottle;
  expect(rateLimit).toBeLessThan(dev.throttle.rateLimit);
  expect(Object.assign({}, ...stages.map(([, { Properties }]) => Properties.RouteSettings))).toEqual(
    Object.fromEntries(
      guestWrites.map(({ method, path }) => [
        `${method} /api${path}`,
        { ThrottlingRateLimit: rateLimit, ThrottlingBurstLimit: burstLimit, DetailedMetricsEnabled: false },
      ]),
    ),
  );
  for (const name of apiNames) {
    const api = defined(portal.templates.get(`Wellport-dev-${apiStackOf(name)}`));
    const nested = Object.keys(api.findResources('AWS::CloudFormation::Stack'));
    const [stage, ...others] = Object.values(api.findResources('AWS::ApiGatewayV2::Stage'));
    expect(nested.length).toBeGreaterThan(0);
    expect(defined(stage).DependsOn).toEqual(expect.arrayContaining(nested));
    expect(others).toEqual([]);
  }
});

test('the gateway’s log holds neither an address nor what was typed', () => {
  const [, { Properties }] = defined(portal.all('AWS::ApiGatewayV2::Stage')[0]);
  const { Format } = Properties.AccessLogSettings as { Format: string };
  expect(Format).toContain('$context.routeKey');
  expect(Format).not.toMatch(/sourceIp|userAgent|path|querystring/i);
});
