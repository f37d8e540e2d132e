import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './handlers.ts';
import type { IdentityStack } from './identity-stack.ts';
import type { SiteStack } from './site-stack.ts';
import type { Settings } from './stage.ts';

/** Where `npm run build` leaves the site. */
export const siteFolder = join(root, 'dist/web');

/** What the site reads from /config.json; the local site gives the same shape (infra/local/site.ts). */
export const siteConfig = ({ pool, client, region }: IdentityStack) => ({
  auth: {
    userPoolId: pool.userPoolId,
    clientId: client.userPoolClientId,
    endpoint: `https://cognito-idp.${region}.amazonaws.com/`,
    flow: 'USER_SRP_AUTH',
  },
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
    const pages = new BucketDeployment(this, 'Pages', {
      ...shared,
      sources: [...site, Source.jsonData('config.json', siteConfig(identity))],
      exclude: ['assets/*'],
      cacheControl: [CacheControl.noCache()],
      distribution,
      distributionPaths: ['/*'],
    });
    if (built)
      // named by their content: first, so that no page asks for what is not there, and kept for ever
      pages.node.addDependency(
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
        }),
      );
  }
}
