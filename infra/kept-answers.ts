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
import { keptAnswers } from './handlers.ts';

/** The API behind the CDN, and the headers of everything that it answers. */
export type ApiBehavior = Pick<BehaviorOptions, 'origin' | 'responseHeadersPolicy'>;

const wireNames = ([name, field]: Parameters<typeof namesOf>) => namesOf(name, field);

/**
 * The CDN's behaviors for answers that everybody may see, by path. Nothing of the visitor is in their key or goes on
 * to the gateway, no token and no cookie either: only what the contract's query names. How long an answer is kept, it
 * says itself (`keepSeconds`); what says nothing, such as an error, is not kept.
 */
export function keptBehaviors(
  scope: Construct,
  id: string,
  shared: ApiBehavior,
): Record<string, BehaviorOptions> {
  const names = new Set(
    keptAnswers.flatMap(({ query }) => Object.entries(query ? partsOf(query).fields : {}).flatMap(wireNames)),
  );
  const cachePolicy = new CachePolicy(scope, id, {
    comment: 'Lists of guests',
    minTtl: Duration.seconds(0),
    defaultTtl: Duration.seconds(0),
    maxTtl: Duration.hours(1),
    queryStringBehavior: CacheQueryStringBehavior.allowList(...names),
    headerBehavior: CacheHeaderBehavior.none(),
    cookieBehavior: CacheCookieBehavior.none(),
    enableAcceptEncodingBrotli: true,
    enableAcceptEncodingGzip: true,
  });
  const behavior: BehaviorOptions = {
    ...shared,
    cachePolicy,
    compress: true,
    viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
    allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
  };
  return Object.fromEntries(keptAnswers.map(({ path }) => [`/api${path}`, behavior]));
}
