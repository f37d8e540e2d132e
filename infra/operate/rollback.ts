import {
  CloudFrontClient,
  CreateInvalidationCommand,
  LambdaClient,
  UpdateAliasCommand,
} from './aws-tools.mjs';
import { plural } from '../../shared/plural.ts';
import { liveAlias, liveDescription } from '../live-alias.ts';
import { UserError } from '../local/tools/user-error.ts';
import { recordRelease, releaseHistory, setRelease, versionsOf } from './settings-table.ts';
import { eachOf } from './each-of.ts';
import { bringBackPages, releaseOfPages } from './deployed-pages.ts';
import { liveVersions } from './live-versions.ts';
import { currentRelease, goodReleases, lastGoodRelease, rollbackPlan } from './rollback-plan.ts';
import { milliseconds, now } from '../local/tools/time-and-chance.ts';

interface Deployed {
  stage: string;
  /** Undefined where the stack of the pages is not deployed (`npm run localstack`). */
  pages?: { bucket: string; distributionId: string };
}

/**
 * Restores functions and pages of an earlier release, pages first, because the endpoints of a release support the pages
 * of the previous one (`compare-contract` verifies it). Data is not changed. Can be repeated.
 *
 * @param to the target release, which passed its smoke check; by default the last good one
 */
export async function rollBack({ stage, pages }: Deployed, to?: string): Promise<string> {
  const lambda = new LambdaClient({ maxAttempts: 10 });
  const history = await releaseHistory();
  const from = currentRelease(history) ?? (pages && (await releaseOfPages(pages.bucket)));
  const release = to ?? lastGoodRelease(history);
  const target = release === undefined || release === from ? undefined : await versionsOf(release);
  if (release === undefined || target === undefined)
    throw new UserError(
      `Nothing was changed: the current release is ${from}, and there is no ${to ?? 'other release that passed the smoke check'}. Available with --to: ${goodReleases(history).join(', ') || 'none'}.`,
    );
  const { moves, staying } = rollbackPlan(await liveVersions(lambda, stage), target);
  const restoredPages = pages && (await bringBackPages(pages.bucket, release));
  await eachOf(moves, ({ name, version }) =>
    lambda.send(
      new UpdateAliasCommand({
        FunctionName: name,
        Name: liveAlias,
        FunctionVersion: version,
        Description: liveDescription(release),
      }),
    ),
  );
  await setRelease(release);
  if (pages)
    await new CloudFrontClient({}).send(
      new CreateInvalidationCommand({
        DistributionId: pages.distributionId,
        InvalidationBatch: {
          CallerReference: `${from} to ${release} at ${milliseconds()}`,
          Paths: { Quantity: 1, Items: ['/*'] },
        },
      }),
    );
  await recordRelease({ at: now().toISOString(), release, event: 'rolled back' });
  const counts = [
    plural(restoredPages ?? 0, 'page', 'pages'),
    plural(moves.length, 'changed function', 'changed functions'),
  ];
  const remaining =
    staying.length > 0 ? ` Not removed: ${plural(staying.length, 'newer function', 'newer functions')}.` : '';
  return `Release ${from} → ${release}. Restored: ${counts.join(', ')}.${remaining} The next deployment installs the next release.`;
}
