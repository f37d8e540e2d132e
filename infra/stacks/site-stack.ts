import { viewerAddressHeader, cdnSecretHeader } from '../../functions/platform/source.ts';
import { Duration, Stack, CfnOutput, Validations, type StackProps } from 'aws-cdk-lib/core';
import {
  HeadersFrameOption,
  HeadersReferrerPolicy,
  ResponseHeadersPolicy,
  AllowedMethods,
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  ViewerProtocolPolicy,
  type BehaviorOptions,
  AccessLevel,
  Distribution,
  Function as CdnFunction,
  type FunctionAssociation,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  PriceClass,
  SecurityPolicyProtocol,
} from 'aws-cdk-lib/aws-cloudfront';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { type Settings, punctuation } from '../stages/stage.ts';
import type { Construct } from 'constructs';
import { namesOf, partsOf } from '../../shared/wire-names.ts';
import { cachedEndpoints } from '../build/handlers.ts';
import { apiOf, type ApiName, patternsOf } from './http-apis.ts';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { acknowledge } from '../stages/acknowledge.ts';
import type { GatewayStack } from './gateway-stage.ts';
import { Firewall } from './firewall.ts';
import { pageAddress } from '../build/page-address.ts';

/**
 * CloudFront function for API requests: sets the visitor's address and overwrites a value sent by the visitor. API
 * Gateway itself sees the CDN's address.
 */
export const viewerAddress = `
function handler(event) {
  event.request.headers['${viewerAddressHeader}'] = { value: event.viewer.ip };
  return event.request;
}
`;

/** Returns the security headers of pages and API responses. */
function securityHeaders(stack: Stack, { site }: Settings): ResponseHeadersPolicy {
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

/** The HTTP APIs as the CDN's origins. */
type ApiOrigins = Readonly<Record<ApiName, BehaviorOptions['origin']>>;

const wireNames = ([name, field]: Parameters<typeof namesOf>) => namesOf(name, field);

/**
 * Returns the CDN behaviors of cacheable responses, by path. The cache key and the request to the gateway contain only
 * the query parameters of the contract, neither token nor cookie. Responses set their lifetime (`keepSeconds`);
 * responses without one, such as errors, are not cached.
 */
function cachedBehaviors(
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

// oxlint-disable no-new -- constructs register themselves with their scope

/** CloudFront: the pages, and the API under /api. */
export class SiteStack extends Stack {
  readonly bucket: Bucket;
  readonly distribution: Distribution;
  /** The public address without a trailing slash. */
  readonly address: string;
  /** Proves to functions that a request came through the CDN. */
  readonly cdnSecret: Secret;

  constructor(
    scope: Construct,
    id: string,
    settings: Settings,
    { gateways }: GatewayStack,
    props?: StackProps,
  ) {
    super(scope, id, props);
    this.bucket = new Bucket(this, 'Pages', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      versioned: true,
      removalPolicy: settings.removal,
      lifecycleRules: [{ noncurrentVersionExpiration: Duration.days(90) }],
    });
    const responseHeadersPolicy = securityHeaders(this, settings);
    this.cdnSecret = new Secret(this, 'CdnSecret', {
      description: 'Proves to the API that a request came through the CDN',
      generateSecretString: { passwordLength: 64, excludeCharacters: punctuation },
      removalPolicy: settings.removal,
    });
    const origin = (name: ApiName) =>
      new HttpOrigin(gateways[name].host, {
        protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
        // resolved at deployment
        customHeaders: { [cdnSecretHeader]: this.cdnSecret.secretValue.unsafeUnwrap() },
      });
    const origins = {
      main: origin('main'),
      machines: origin('machines'),
      money: origin('money'),
      people: origin('people'),
    };
    this.distribution = this.makeDistribution(settings, origins, responseHeadersPolicy);
    this.address = `https://${settings.domain?.name ?? this.distribution.distributionDomainName}`;
    new CfnOutput(this, 'SiteAddress', { value: this.address });
    new CfnOutput(this, 'CdnAddress', { value: this.distribution.distributionDomainName });
    new CfnOutput(this, 'PagesName', { value: this.bucket.bucketName });
    new CfnOutput(this, 'DistributionId', { value: this.distribution.distributionId });
    new CfnOutput(this, 'CdnSecretId', { value: this.cdnSecret.secretArn });
    this.acknowledgeRules(settings);
  }

  private makeDistribution(
    settings: Settings,
    origins: ApiOrigins,
    responseHeadersPolicy: ResponseHeadersPolicy,
  ): Distribution {
    const calls = {
      responseHeadersPolicy,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      functionAssociations: [this.onRequest('ViewerAddress', 'Adds the viewer’s address', viewerAddress)],
    };
    const callsTo = (name: Exclude<ApiName, 'main'>) =>
      Object.fromEntries(patternsOf(name).map((pattern) => [pattern, { ...calls, origin: origins[name] }]));
    return new Distribution(this, 'Cdn', {
      webAclId: settings.firewall && new Firewall(this, 'Firewall', settings.stage, settings.firewall).arn,
      comment: `Wellport ${settings.stage}`,
      domainNames: settings.domain && [settings.domain.name],
      certificate:
        settings.domain &&
        Certificate.fromCertificateArn(this, 'Certificate', settings.domain.certificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_100,
      defaultRootObject: 'index.html',
      // CloudFront caches errors for ten seconds by default, which would show one caller's refusal to others
      errorResponses: [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504].map((httpStatus) => ({
        httpStatus,
        ttl: Duration.seconds(0),
      })),
      defaultBehavior: {
        // with list permission, S3 responds 404 for missing files
        origin: S3BucketOrigin.withOriginAccessControl(this.bucket, {
          originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
        }),
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        cachePolicy: CachePolicy.CACHING_OPTIMIZED,
        compress: true,
        responseHeadersPolicy,
        functionAssociations: [
          this.onRequest('PageAddress', 'Serves a path without a dot as a page', pageAddress),
        ],
      },
      additionalBehaviors: {
        // before the behavior of all other requests
        ...cachedBehaviors(this, 'KeptAnswers', origins, responseHeadersPolicy),
        ...callsTo('machines'),
        ...callsTo('money'),
        ...callsTo('people'),
        '/api/*': { ...calls, origin: origins.main },
      },
    });
  }

  /** Creates a CloudFront function for viewer requests. */
  private onRequest(id: string, comment: string, code: string): FunctionAssociation {
    return {
      eventType: FunctionEventType.VIEWER_REQUEST,
      function: new CdnFunction(this, id, {
        comment,
        runtime: FunctionRuntime.JS_2_0,
        code: FunctionCode.fromInline(code),
      }),
    };
  }

  private acknowledgeRules({ domain, firewall }: Settings): void {
    acknowledge(this.cdnSecret, {
      'AwsSolutions-SMG4': 'CDN and functions read it at deployment; a new one requires a deployment.',
    });
    acknowledge(this.bucket, {
      'AwsSolutions-S1':
        'Contains public pages only and is read by the CDN only; API requests have their own log.',
    });
    Validations.of(this.distribution).acknowledge({
      id: 'Annotation::@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk',
      reason:
        'Every request resolves to a file: default object and page function leave no path that lists the bucket.',
    });
    acknowledge(this.distribution, {
      'AwsSolutions-CFR1': 'Members travel; the portal is available from anywhere.',
      ...(!firewall && {
        'AwsSolutions-CFR2':
          'This is a test stage without a firewall, which has a monthly price; the gateway limits the request rate.',
      }),
      'AwsSolutions-CFR3': 'The pages are public files; every request under /api is in the gateway’s log.',
      ...(!domain && {
        'AwsSolutions-CFR4':
          'CloudFront’s own domain has its own certificate; with a custom domain it is TLS 1.2.',
      }),
    });
  }
}
