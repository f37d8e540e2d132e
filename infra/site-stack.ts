// oxlint-disable no-new -- constructs register themselves with their scope
import { CfnOutput, Duration, Stack, Validations, type StackProps } from 'aws-cdk-lib/core';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AccessLevel,
  AllowedMethods,
  CachePolicy,
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
  type ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { cdnSecretHeader } from '../functions/platform/source.ts';
import { acknowledge } from './acknowledge.ts';
import { punctuation } from './portal-secrets.ts';
import type { GatewayStack } from './gateway-stack.ts';
import { Firewall } from './firewall.ts';
import { type ApiOrigins, cachedBehaviors } from './cached-endpoints.ts';
import { patternsOf, type ApiName } from './http-apis.ts';
import { pageAddress } from './page-address.ts';
import { securityHeaders } from './security-headers.ts';
import type { Settings } from './stage.ts';
import { viewerAddress } from './viewer-address.ts';

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
