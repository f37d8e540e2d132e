import {
  CloudFormationClient,
  DeleteStackCommand,
  DescribeStacksCommand,
} from '@aws-sdk/client-cloudformation';
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import {
  DeleteObjectCommand,
  GetObjectLockConfigurationCommand,
  ListObjectVersionsCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { GetQueueAttributesCommand, SQSClient, StartMessageMoveTaskCommand } from '@aws-sdk/client-sqs';
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { wait } from '../../infra/local/tools/time-and-chance.ts';
import { timeZone } from '../../infra/build/schedules.ts';
import { errorName } from '../../shared/refusal.ts';
import { call } from './calls.ts';
import type { Output } from './drills.ts';

/** Tests the endpoint for differences from AWS; returns sentences as in docs/deploy.md. */
export async function probeDifferences(output: Output, endpoint: string): Promise<string[]> {
  const found: string[] = [];
  const s3 = new S3Client({ forcePathStyle: true });
  const Bucket = output('Data', 'OutboxName');
  const lock = await s3.send(new GetObjectLockConfigurationCommand({ Bucket })).catch(() => undefined);
  if (!lock?.ObjectLockConfiguration?.Rule) found.push('Object lock in templates is ignored.');
  else if (await isDeleted(s3, Bucket))
    found.push('Object lock is not enforced: a locked version can be deleted.');
  if (!(await isThrottled(output('Gateway', 'ApiAddress')))) found.push('Gateway throttles are ignored.');
  if (await isOpenToAnybody(output('Data', 'TableName'))) found.push('IAM is not enforced.');
  if (!(await isRecoverable(output('Data', 'TableName'))))
    found.push('Point-in-time recovery stays off: the template enables it.');
  if (!(await haveTimeZone(endpoint))) found.push('Schedules ignore the time zone.');
  if (!(await isRedriven(output, endpoint))) found.push('Failed messages are not returned to their queue.');
  return found;
}

/** Prints the differences and marks those missing in docs/deploy.md, by the sentence up to its colon. */
export function tellDifferences(differences: readonly string[]): void {
  const page = readFileSync('docs/deploy.md', 'utf8').replaceAll(/\s+/g, ' ');
  for (const message of differences) {
    const isKnown = page.includes(message.split(/[:.]/)[0] ?? message);
    console.log(`Other than on AWS: ${message}${isKnown ? '' : ' (not in docs/deploy.md)'}`);
  }
}

/** Reads the table with invalid credentials. */
const isOpenToAnybody = (TableName: string): Promise<boolean> =>
  new DynamoDBClient({ credentials: { accessKeyId: 'AKIAOFNOBODY', secretAccessKey: 'guessed' } })
    .send(new DescribeTableCommand({ TableName }))
    .then(
      () => true,
      () => false,
    );

async function isRecoverable(TableName: string): Promise<boolean> {
  const { ContinuousBackupsDescription } = await new DynamoDBClient({})
    .send(new DescribeContinuousBackupsCommand({ TableName }))
    .catch(() => ({ ContinuousBackupsDescription: undefined }));
  return (
    ContinuousBackupsDescription?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus === 'ENABLED'
  );
}

/** Sends the request without a client: the signature names the service and is not verified. */
async function haveTimeZone(endpoint: string): Promise<boolean> {
  const authorization = 'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/scheduler/aws4_request';
  const ask = async (path: string): Promise<unknown> =>
    (await fetch(`${endpoint}${path}`, { headers: { authorization } })).json();
  const { Schedules } = z
    .object({ Schedules: z.array(z.object({ Name: z.string(), GroupName: z.string().optional() })) })
    .parse(await ask('/schedules'));
  const [first] = Schedules;
  if (!first) return false;
  const query = first.GroupName ? `?groupName=${first.GroupName}` : '';
  return JSON.stringify(await ask(`/schedules/${first.Name}${query}`)).includes(timeZone);
}

async function isRedriven(output: Output, endpoint: string): Promise<boolean> {
  const sqs = new SQSClient({});
  const QueueUrl = new URL(new URL(output('Jobs', 'FailedJobsAddress')).pathname, endpoint).href;
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }),
  );
  return sqs.send(new StartMessageMoveTaskCommand({ SourceArn: Attributes?.QueueArn })).then(
    () => true,
    () => false,
  );
}

async function isDeleted(s3: S3Client, Bucket: string): Promise<boolean> {
  const { Versions = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket, Prefix: 'checks/' }));
  const [version] = Versions;
  if (!version?.Key) return false;
  return s3.send(new DeleteObjectCommand({ Bucket, Key: version.Key, VersionId: version.VersionId })).then(
    () => true,
    (error: unknown) => errorName(error) !== 'AccessDenied',
  );
}

/** The stage permits 400 concurrent requests. */
async function isThrottled(api: string): Promise<boolean> {
  const answers = await Promise.all(
    Array.from({ length: 600 }, () => call(api, 'GET', '/api/nothing/at/all').catch(() => undefined)),
  );
  return answers.some((answer) => answer?.status === 429);
}

/** Tests whether exports in use are protected; last, because otherwise it deletes the portal's stack. */
export async function probeExports(): Promise<string[]> {
  const cloud = new CloudFormationClient({});
  const StackName = 'Wellport-dev-Gateway';
  const refused = await cloud.send(new DeleteStackCommand({ StackName })).then(
    () => false,
    () => true,
  );
  await wait(2000);
  const status = await cloud.send(new DescribeStacksCommand({ StackName })).then(
    ({ Stacks }) => Stacks?.[0]?.StackStatus ?? 'gone',
    () => 'gone',
  );
  const isKept = refused || status === 'DELETE_FAILED' || status === 'CREATE_COMPLETE';
  return isKept ? [] : ['Stacks with exports in use can be deleted.'];
}
