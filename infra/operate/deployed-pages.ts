import {
  CopyObjectCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  S3Client,
  type ObjectVersion,
} from '@aws-sdk/client-s3';
import { UserError } from '../local/tools/user-error.ts';

/** Reports whether releases replace a file; files with a hash in their name remain. */
const isReplaced = (name: string): boolean => !name.startsWith('assets/');

const s3 = () => new S3Client({ forcePathStyle: process.env.S3_PATH_STYLE === 'true' });

/** Returns the release of the served pages. */
export async function releaseOfPages(bucket: string): Promise<string> {
  const release = await releaseOf(s3(), bucket, 'config.json');
  if (!release) throw new UserError('The pages of this stage have no release: deploy this version first.');
  return release;
}

/**
 * Restores the pages of a release; returns the number of changed files. Pages that the release did not have remain
 * unlinked.
 */
export async function bringBackPages(bucket: string, release: string): Promise<number> {
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
