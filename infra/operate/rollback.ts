import {
  CloudFrontClient,
  CreateInvalidationCommand,
  LambdaClient,
  paginateListFunctions,
  paginateListVersionsByFunction,
  UpdateAliasCommand,
  type FunctionConfiguration,
} from './aws-tools.mjs';
import { liveAlias } from '../live-alias.ts';
import { UserError } from '../local/tools/user-error.ts';
import { recordRelease, releaseHistory } from './settings-table.ts';
import { eachOf } from './each-of.ts';
import { bringBackPages, releaseOfPages } from './deployed-pages.ts';
import {
  currentRelease,
  lastGoodRelease,
  releasesOf,
  rollbackPlan,
  type FunctionVersion,
} from './rollback-plan.ts';
import { milliseconds, now } from '../local/tools/time-and-chance.ts';

interface Deployed {
  stage: string;
  pagesBucket: string;
  distributionId: string;
}

/**
 * Restores functions and pages of an earlier release, pages first, because the endpoints of a release support the pages
 * of the previous one (`compare-contract` verifies it). Data is not changed. Can be repeated.
 *
 * @param to the target release; by default the last good one
 */
export async function rollBack(deployed: Deployed, to?: string): Promise<string> {
  const lambda = new LambdaClient({ maxAttempts: 10 });
  const versions = await versionsOf(lambda, deployed.stage);
  const history = await releaseHistory();
  const from = currentRelease(history) ?? (await releaseOfPages(deployed.pagesBucket));
  const plan = rollbackPlan(versions, from, to ?? lastGoodRelease(history));
  if (!plan)
    throw new UserError(
      `Nothing was changed: the current release is ${from}, and there is no ${to ?? 'other release that passed the smoke check'}. Available with --to: ${releasesOf(versions).join(', ') || 'none'}.`,
    );
  const pages = await bringBackPages(deployed.pagesBucket, plan.to);
  await eachOf(plan.moves, ({ name, version }) =>
    lambda.send(new UpdateAliasCommand({ FunctionName: name, Name: liveAlias, FunctionVersion: version })),
  );
  await new CloudFrontClient({}).send(
    new CreateInvalidationCommand({
      DistributionId: deployed.distributionId,
      InvalidationBatch: {
        CallerReference: `${plan.from} to ${plan.to} at ${milliseconds()}`,
        Paths: { Quantity: 1, Items: ['/*'] },
      },
    }),
  );
  await recordRelease({ at: now().toISOString(), release: plan.to, event: 'rolled back' });
  const staying = plan.staying.length > 0 ? `; ${plan.staying.length} newer functions remain` : '';
  return `Release ${plan.from} → ${plan.to}: ${pages} pages and ${plan.moves.length} functions were restored${staying}. The next deployment installs the next release.`;
}

/** Returns all published versions of a stage's functions. */
async function versionsOf(client: LambdaClient, stage: string): Promise<FunctionVersion[]> {
  const found: FunctionConfiguration[] = [];
  for await (const { Functions = [] } of paginateListFunctions({ client }, { FunctionVersion: 'ALL' }))
    found.push(...Functions.filter(({ Environment }) => Environment?.Variables?.STAGE === stage));
  const published = new Set(found.filter(isPublished).map(({ FunctionName }) => FunctionName));
  // AWS lists all versions; other engines may list functions only
  const missing = found.filter(({ FunctionName }) => !published.has(FunctionName));
  await eachOf(missing, async ({ FunctionName }) => {
    for await (const { Versions = [] } of paginateListVersionsByFunction({ client }, { FunctionName }))
      found.push(...Versions);
  });
  return found.filter(isPublished).map(({ FunctionName, Version, Environment, LastModified }) => ({
    name: FunctionName ?? '',
    version: Version ?? '',
    release: Environment?.Variables?.RELEASE ?? '',
    at: LastModified ?? '',
  }));
}

const isPublished = ({ Version }: FunctionConfiguration): boolean => /^\d+$/.test(Version ?? '');
