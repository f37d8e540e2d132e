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
import { UserError } from '../local/user-error.ts';
import { bringBackPages, releaseOfPages } from './deployed-pages.ts';
import { releasesOf, rollbackPlan, type FunctionVersion } from './rollback-plan.ts';
import { milliseconds } from '../local/time-and-chance.ts';

/** AWS takes fifteen of these calls a second. */
const atOnce = 10;

interface Deployed {
  stage: string;
  pagesBucket: string;
  distributionId: string;
}

/**
 * Brings functions and pages of an earlier release back together: the pages first, since the calls of a release serve
 * the pages of the one before (`compare-contract` verifies it). Data stays as it is. May be run again.
 *
 * @param to the release to go to; else the one before
 */
export async function rollBack(deployed: Deployed, to?: string): Promise<string> {
  const lambda = new LambdaClient({ maxAttempts: 10 });
  const versions = await versionsOf(lambda, deployed.stage);
  const from = await releaseOfPages(deployed.pagesBucket);
  const plan = rollbackPlan(versions, from, to);
  if (!plan)
    throw new UserError(
      `Nothing was changed: the pages are of release ${from}, and there is no ${to ?? 'release before it'}. There are: ${releasesOf(versions).join(', ') || 'none'}.`,
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
  const staying = plan.staying.length > 0 ? `; ${plan.staying.length} that it had not stay` : '';
  return `Release ${plan.from} → ${plan.to}: ${pages} pages and ${plan.moves.length} functions went back${staying}. The next deployment brings the next release.`;
}

/** All published versions of a stage's functions. */
async function versionsOf(client: LambdaClient, stage: string): Promise<FunctionVersion[]> {
  const found: FunctionConfiguration[] = [];
  for await (const { Functions = [] } of paginateListFunctions({ client }, { FunctionVersion: 'ALL' }))
    found.push(...Functions.filter(({ Environment }) => Environment?.Variables?.STAGE === stage));
  const published = new Set(found.filter(isPublished).map(({ FunctionName }) => FunctionName));
  // AWS lists all versions at once; other engines may list the functions alone
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

/** Does a piece of work for each, some at once. */
async function eachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
