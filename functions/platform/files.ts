import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { errorName } from '../../shared/refusal.ts';
import { fileClientSettings } from './client-settings.ts';
import { signedAddress } from './signed-address.ts';

export const s3 = /* @__PURE__ */ new S3Client({
  ...fileClientSettings(),
  forcePathStyle: process.env.S3_PATH_STYLE === 'true',
  requestChecksumCalculation: 'WHEN_REQUIRED',
});

/** Buckets: uploads and logos, signed agreements (locked), and sent bank files (write-once). */
const buckets = {
  files: () => process.env.FILES_BUCKET ?? 'wellport-files',
  agreements: () => process.env.AGREEMENTS_BUCKET ?? 'wellport-agreements',
  outbox: () => process.env.OUTBOX_BUCKET ?? 'wellport-outbox',
};
type Bucket = keyof typeof buckets;

/** Stores a file and replaces an existing one. */
export async function putFile(
  bucket: Bucket,
  name: string,
  bytes: Uint8Array | string,
  type: string,
): Promise<void> {
  await s3.send(
    new PutObjectCommand({
      Bucket: buckets[bucket](),
      Key: name,
      Body: bytes,
      ContentType: type,
      ChecksumAlgorithm: 'SHA256',
    }),
  );
}

/**
 * Stores a file that must not be replaced. Returns `stored` or `there already`. S3 enforces it (If-None-Match); the
 * check before is for engines that do not. Nothing is sent after the abort signal.
 */
export async function putFileOnce(
  bucket: Bucket,
  name: string,
  bytes: Uint8Array | string,
  type: string,
  abortSignal?: AbortSignal,
): Promise<'stored' | 'there already'> {
  if (await hasFile(bucket, name)) return 'there already';
  try {
    await s3.send(
      new PutObjectCommand({
        Bucket: buckets[bucket](),
        Key: name,
        Body: bytes,
        ContentType: type,
        IfNoneMatch: '*',
        // buckets with object lock require a checksum
        ChecksumAlgorithm: 'SHA256',
      }),
      { abortSignal },
    );
    return 'stored';
  } catch (error) {
    if (isChanged(error)) return 'there already';
    throw error;
  }
}

/** Reports whether a file exists. */
export async function hasFile(bucket: Bucket, name: string): Promise<boolean> {
  try {
    await s3.send(new HeadObjectCommand({ Bucket: buckets[bucket](), Key: name }));
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Returns a file's bytes, or undefined if it does not exist or no longer has `content` (of `filesOf`). */
export async function getFile(
  bucket: Bucket,
  name: string,
  content?: string,
): Promise<Uint8Array | undefined> {
  try {
    const { Body } = await s3.send(
      new GetObjectCommand({ Bucket: buckets[bucket](), Key: name, IfMatch: content }),
    );
    return await Body?.transformToByteArray();
  } catch (error) {
    if (isMissing(error) || isChanged(error)) return undefined;
    throw error;
  }
}

/** Yields the files with a prefix; `content` identifies the bytes. */
export async function* filesOf(
  bucket: Bucket,
  beginsWith: string,
): AsyncGenerator<{ name: string; content: string }> {
  const pages = paginateListObjectsV2({ client: s3 }, { Bucket: buckets[bucket](), Prefix: beginsWith });
  for await (const { Contents = [] } of pages)
    for (const { Key = '', ETag = '' } of Contents) yield { name: Key, content: ETag };
}

/** Removes a file unless its content has changed (`content` as returned by `filesOf`). */
export async function removeFile(bucket: Bucket, name: string, content: string): Promise<void> {
  try {
    await s3.send(new DeleteObjectCommand({ Bucket: buckets[bucket](), Key: name, IfMatch: content }));
  } catch (error) {
    if (!isMissing(error) && !isChanged(error)) throw error;
  }
}

/** Removes every version of a file except the current one, up to 1,000. Local engines have no versions. */
export async function removeEarlierVersions(bucket: Bucket, name: string): Promise<void> {
  const Bucket = buckets[bucket]();
  try {
    const { Versions = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket, Prefix: name }));
    for (const { Key, VersionId, IsLatest } of Versions)
      // another file can begin with this name
      if (Key === name && !IsLatest) await s3.send(new DeleteObjectCommand({ Bucket, Key, VersionId }));
  } catch (error) {
    if (errorName(error) !== 'MethodNotAllowed') throw error;
  }
}

/** Removes a file with its versions, except a current version with other content (`content` of `filesOf`). */
export async function eraseFile(bucket: Bucket, name: string, content: string): Promise<void> {
  await removeFile(bucket, name, content);
  await removeEarlierVersions(bucket, name);
}

const isChanged = (error: unknown): boolean => errorName(error) === 'PreconditionFailed';

const isMissing = (error: unknown): boolean =>
  ['NotFound', 'NoSuchKey'].includes(errorName(error)) ||
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404;

/**
 * Returns a presigned download address with the file name `asName`, valid for some seconds. Our object names need no
 * escaping.
 */
export async function downloadAddress(
  bucket: Bucket,
  name: string,
  { asName, seconds, at }: { asName: string; seconds: number; at: Date },
): Promise<string> {
  const region = await s3.config.region();
  const own = process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL;
  const address = new URL(
    own
      ? `${own}/${buckets[bucket]()}/${name}`
      : `https://${buckets[bucket]()}.s3.${region}.amazonaws.com/${name}`,
  );
  address.searchParams.set(
    'response-content-disposition',
    `attachment; filename*=UTF-8''${encodeURIComponent(asName)}`,
  );
  const key = await s3.config.credentials();
  return signedAddress(address, { key, region, at, expiresInSeconds: seconds });
}

/** Returns the key of the finished file of a download. */
export const downloadFile = (jobId: string): string => `downloads/${jobId}/file.xlsx`;
