import {
  CopyObjectCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  S3Client,
  type ObjectVersion,
} from '@aws-sdk/client-s3';
import { UserError } from '../local/tools/user-error.ts';
import {
  CloudFrontClient,
  CreateInvalidationCommand,
  LambdaClient,
  UpdateAliasCommand,
} from './aws-tools.mjs';
import { plural } from '../../shared/number-words.ts';
import { liveAlias, liveDescription } from '../stacks/live-alias.ts';
import {
  recordRelease,
  releaseHistory,
  setRelease,
  versionsOf,
  currentRelease,
  goodReleases,
  lastGoodRelease,
  rollbackPlan,
} from './settings-table.ts';
import { eachOf, liveVersions } from './live-versions.ts';
import { milliseconds, now } from '../local/tools/time-and-chance.ts';

/** Reports whether releases replace a file; files with a hash in their name remain. */
const isReplaced = (name: string): boolean => !name.startsWith('assets/');

const s3 = () => new S3Client({ forcePathStyle: process.env.S3_PATH_STYLE === 'true' });

/** Returns the release of the served pages. */
async function releaseOfPages(bucket: string): Promise<string> {
  const release = await releaseOf(s3(), bucket, 'config.json');
  if (!release) throw new UserError('The pages of this stage have no release: deploy this version first.');
  return release;
}

/**
 * Restores the pages of a release; returns the number of changed files. Pages that the release did not have remain
 * unlinked.
 */
async function bringBackPages(bucket: string, release: string): Promise<number> {
  const client = s3();
  let changed = 0;
  for (const [name, versions] of await versionsByName(client, bucket)) {
    const [newest] = versions;
    if (!newest || (await releaseOf(client, bucket, name)) === release) continue;
    for (const { VersionId } of versions) {
      if ((await releaseOf(client, bucket, name, VersionId)) !== release) continue;
      // the copy includes headers and release metadata
      const CopySource = `${bucket}/${encodeURIComponent(name)}?versionId=${VersionId}`;
      await client.send(new CopyObjectCommand({ Bucket: bucket, Key: name, CopySource }));
      changed += 1;
      break;
    }
  }
  return changed;
}

async function releaseOf(
  client: S3Client,
  Bucket: string,
  Key: string,
  VersionId?: string,
): Promise<string | undefined> {
  const { Metadata } = await client.send(new HeadObjectCommand({ Bucket, Key, VersionId }));
  return Metadata?.release;
}

/** Returns the versions of each replaced file, newest first. */
async function versionsByName(client: S3Client, Bucket: string): Promise<Map<string, ObjectVersion[]>> {
  const versions = new Map<string, ObjectVersion[]>();
  let KeyMarker: string | undefined;
  let VersionIdMarker: string | undefined;
  do {
    const page = await client.send(new ListObjectVersionsCommand({ Bucket, KeyMarker, VersionIdMarker }));
    for (const version of page.Versions ?? [])
      if (isReplaced(version.Key ?? ''))
        versions.set(version.Key ?? '', [...(versions.get(version.Key ?? '') ?? []), version]);
    KeyMarker = page.NextKeyMarker;
    VersionIdMarker = page.NextVersionIdMarker;
  } while (KeyMarker);
  return versions;
}

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
