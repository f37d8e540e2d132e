import { Duration, Stack, type StackProps } from 'aws-cdk-lib/core';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { siteConfig, type SiteConfig } from '../shared/site/site-config.ts';
import { acknowledge, everyFileOf } from './acknowledge.ts';
import { root } from './handlers.ts';
import type { IdentityStack } from './identity-stack.ts';
import type { SiteStack } from './site-stack.ts';
import type { Settings } from './stage.ts';

/** Where `npm run build` leaves the site. */
const siteFolder = join(root, 'dist/web');

/** What the site reads from /config.json; the local site gives the same shape (infra/local/site.ts). */
export const siteConfigOf = (
  { pool, client, region }: IdentityStack,
  { site, release }: Settings,
): SiteConfig =>
  siteConfig.parse({
    auth: {
      userPoolId: pool.userPoolId,
      clientId: client.userPoolClientId,
      endpoint: `https://cognito-idp.${region}.amazonaws.com/`,
    },
    release,
    ...site,
  });

/** The pages themselves; last of all, so that the calls they make are there already. */
export class PagesStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    settings: Settings,
    identity: IdentityStack,
    { bucket, distribution }: SiteStack,
    props?: StackProps,
  ) {
    super(scope, id, props);
    const log = new LogGroup(this, 'Log', {
      retention: settings.logRetention,
      removalPolicy: settings.removal,
    });
    const built = existsSync(join(siteFolder, 'index.html'));
    const site = built ? [Source.asset(siteFolder)] : [];
    const shared = {
      destinationBucket: bucket,
      // a page that is open asks for the files of its own build for a while
      prune: false,
      logGroup: log,
      memoryLimit: 512,
    };
    // named by their content: first, so that no page asks for what is not there, and kept for ever
    const assets =
      built &&
      new BucketDeployment(this, 'Assets', {
        ...shared,
        sources: site,
        exclude: ['*'],
        include: ['assets/*'],
        cacheControl: [
          CacheControl.setPublic(),
          CacheControl.maxAge(Duration.days(365)),
          CacheControl.immutable(),
        ],
      });
    const pages = new BucketDeployment(this, 'Pages', {
      ...shared,
      sources: [...site, Source.jsonData('config.json', siteConfigOf(identity, settings))],
      exclude: ['assets/*'],
      cacheControl: [CacheControl.noCache()],
      // by it a release is found again (infra/operate/deployed-pages.ts)
      metadata: { release: settings.release },
      distribution,
      distributionPaths: ['/*'],
    });
    if (assets) pages.node.addDependency(assets);
    this.acknowledgeCopying(bucket);
  }

  /** The function that copies is the CDK's own, with the rights that the CDK gives it. */
  private acknowledgeCopying(bucket: Bucket): void {
    const why = {
      staging:
        'Reads the built site from the CDK’s own staging bucket, under names that change with each build.',
      pages: 'Writes the public pages, whose names change with each build, and nothing but them.',
      cdn: 'CloudFront knows no resource for emptying its cache in the CDK’s statement.',
    };
    const copies = 'AwsSolutions-IAM5' as const;
    acknowledge(this, {
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]':
        'AWS’s own policy for writing logs; the function runs during deployments only.',
      'AwsSolutions-L1': 'The CDK pins the runtime of its own function.',
      [`${copies}[Action::s3:GetBucket*]`]: why.staging,
      [`${copies}[Action::s3:GetObject*]`]: why.staging,
      [`${copies}[Action::s3:List*]`]: why.staging,
      [`${copies}[Resource::arn:<AWS::Partition>:s3:::cdk-hnb659fds-assets-<AWS::AccountId>-<AWS::Region>/*]`]:
        why.staging,
      [`${copies}[Action::s3:Abort*]`]: why.pages,
      [`${copies}[Action::s3:DeleteObject*]`]: why.pages,
      [everyFileOf(bucket)]: why.pages,
      [`${copies}[Resource::*]`]: why.cdn,
    });
  }
}
