import { Duration } from 'aws-cdk-lib/core';
import {
  AllowedMethods,
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  ViewerProtocolPolicy,
  type BehaviorOptions,
} from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { namesOf, partsOf } from '../shared/wire-names.ts';
import { cachedEndpoints } from './handlers.ts';
import { apiOf, type ApiName } from './http-apis.ts';

/** The HTTP APIs as the CDN's origins. */
export type ApiOrigins = Readonly<Record<ApiName, BehaviorOptions['origin']>>;

const wireNames = ([name, field]: Parameters<typeof namesOf>) => namesOf(name, field);

/**
 * Returns the CDN behaviors of cacheable responses, by path. The cache key and the request to the gateway contain only
 * the query parameters of the contract, neither token nor cookie. Responses set their lifetime (`keepSeconds`);
 * responses without one, such as errors, are not cached.
 */
export function cachedBehaviors(
  scope: Construct,
  id: string,
  origins: ApiOrigins,
  responseHeadersPolicy: BehaviorOptions['responseHeadersPolicy'],
): Record<string, BehaviorOptions> {
  const names = new Set(
    cachedEndpoints.flatMap(({ query }) =>
      Object.entries(query ? partsOf(query).fields : {}).flatMap(wireNames),
    ),
  );
  const cachePolicy = new CachePolicy(scope, id, {
    comment: 'Lists for guests',
    minTtl: Duration.seconds(0),
    defaultTtl: Duration.seconds(0),
    maxTtl: Duration.hours(1),
    queryStringBehavior: CacheQueryStringBehavior.allowList(...names),
    headerBehavior: CacheHeaderBehavior.none(),
    cookieBehavior: CacheCookieBehavior.none(),
    enableAcceptEncodingBrotli: true,
    enableAcceptEncodingGzip: true,
  });
  const behavior = {
    responseHeadersPolicy,
    cachePolicy,
    compress: true,
    viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
    allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
  };
  return Object.fromEntries(
    cachedEndpoints.map(({ path }) => [`/api${path}`, { ...behavior, origin: origins[apiOf(path)] }]),
  );
}
