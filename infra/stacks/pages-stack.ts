import { Duration, Stack, type StackProps } from 'aws-cdk-lib/core';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { siteConfig, type SiteConfig } from '../../shared/site/site-config.ts';
import { acknowledge, everyFileOf } from '../stages/acknowledge.ts';
import { root } from '../build/handlers.ts';
import type { SiteStack } from './site-stack.ts';
import type { Settings } from '../stages/stage.ts';

/** Output folder of `npm run build`. */
const siteFolder = join(root, 'dist/web');

/** Returns the content of /config.json; the local site has the same shape (infra/local/built-site.ts). */
export const siteConfigOf = ({ site, release }: Settings): SiteConfig =>
  siteConfig.parse({ release, ...site });

/** The built site, deployed last, after the endpoints that it calls. */
export class PagesStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    settings: Settings,
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
      // open pages still request the files of their own build
      prune: false,
      logGroup: log,
      memoryLimit: 512,
    };
    // hashed files first, so that no page requests a missing file; cached permanently
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
      sources: [...site, Source.jsonData('config.json', siteConfigOf(settings))],
      exclude: ['assets/*'],
      cacheControl: [CacheControl.noCache()],
      // a rollback finds the release by it (infra/operate/rollback.ts)
      metadata: { release: settings.release },
      distribution,
      distributionPaths: ['/*'],
    });
    if (assets) pages.node.addDependency(assets);
    this.acknowledgeCopying(bucket);
  }

  /** Suppresses findings of the CDK's own copy function. */
  private acknowledgeCopying(bucket: Bucket): void {
    const why = {
      staging: 'Reads the built site from the CDK’s staging bucket, under names that change with each build.',
      pages: 'Writes only the public pages, with names that change with each build.',
      cdn: 'CloudFront invalidations have no resource in the CDK’s statement.',
    };
    const copies = 'AwsSolutions-IAM5' as const;
    acknowledge(this, {
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]':
        'AWS’s policy for writing logs; the function runs during deployments only.',
      'AwsSolutions-L1': 'The CDK pins the runtime of its function.',
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
