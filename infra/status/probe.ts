import {
  CloudWatchLogsClient,
  CreateLogStreamCommand,
  PutLogEventsCommand,
} from '@aws-sdk/client-cloudwatch-logs';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { log } from '../../functions/platform/log.ts';
import { measure, metricNamespace } from '../../functions/platform/metrics.ts';
import { endAfter } from '../../functions/platform/time-and-chance.ts';
import { errorName } from '../../shared/refusal.ts';
import { now, wait } from '../local/tools/time-and-chance.ts';
import {
  history,
  noHistory,
  withCheck,
  type Checked,
  type History,
  type PartName,
  statusPage,
} from './status-page.ts';

const attempts = 3;
const pauseMs = 2000;
const timeoutMs = 5000;

/** Requests of a visitor, and the text that a good response contains. */
const requests: Record<PartName, { path: string; contains: string }> = {
  Pages: { path: '/', contains: '<div id="root"' },
  Calls: { path: '/api/healthcheck', contains: 'OK!' },
  'Data and files': { path: '/api/healthcheck/parts', contains: '"table"' },
};

const client = new S3Client({
  forcePathStyle: process.env.S3_PATH_STYLE === 'true',
  requestChecksumCalculation: 'WHEN_REQUIRED',
});
const bucket = () => ({ Bucket: process.env.STATUS_BUCKET });

/**
 * Checks the portal from outside its stacks, counts the result, and publishes the status page. Reads neither the table
 * nor the settings, so that it works while they do not.
 */
export async function probe(): Promise<void> {
  const entries = await Promise.all(
    (Object.keys(requests) as PartName[]).map(async (name) => [name, await works(name)] as const),
  );
  const checked = Object.fromEntries(entries) as Checked;
  const counted = { Probes: 1, ProbesFailed: entries.every(([, isGood]) => isGood) ? 0 : 1 };
  measure(counted);
  const at = now();
  const stored = withCheck(await loadHistory(), checked, at);
  await put('history.json', JSON.stringify(stored), 'application/json');
  await put('index.html', statusPage(checked, stored, at), 'text/html; charset=utf-8');
  const { REPORT_REGION: region, REPORT_LOG: logGroupName } = process.env;
  if (region && logGroupName) await report(region, logGroupName, { ...counted, checked }, at);
}

/**
 * Writes the result to a log of the portal's region, where its alarms are, in CloudWatch's embedded format. Throws while
 * that region takes no reports, which raises the alarm of this region.
 */
async function report(
  region: string,
  logGroupName: string,
  { checked, ...counted }: { Probes: number; ProbesFailed: number; checked: Checked },
  at: Date,
): Promise<void> {
  const logs = new CloudWatchLogsClient({ region, maxAttempts: 2 });
  // one stream per day
  const stream = { logGroupName, logStreamName: at.toISOString().slice(0, 10) };
  await logs.send(new CreateLogStreamCommand(stream)).catch((error: unknown) => {
    if (errorName(error) !== 'ResourceAlreadyExistsException') throw error;
  });
  const timestamp = at.getTime();
  const line = {
    _aws: {
      Timestamp: timestamp,
      CloudWatchMetrics: [
        {
          Namespace: metricNamespace(process.env.STAGE ?? ''),
          Dimensions: [['service']],
          Metrics: Object.keys(counted).map((Name) => ({ Name })),
        },
      ],
    },
    service: 'wellport',
    ...counted,
    message: counted.ProbesFailed > 0 ? 'probe failed' : 'probe succeeded',
    checked,
  };
  await logs.send(
    new PutLogEventsCommand({ ...stream, logEvents: [{ timestamp, message: JSON.stringify(line) }] }),
  );
}

async function works(name: PartName): Promise<boolean> {
  const { path, contains } = requests[name];
  for (let attempt = 1; ; attempt += 1) {
    const error = await errorOf(`${process.env.SITE_ADDRESS}${path}`, contains);
    if (error === undefined) return true;
    if (attempt === attempts) {
      log('error', 'probe failed', { part: name, problem: error });
      return false;
    }
    await wait(pauseMs);
  }
}

/** Returns the reason why a response is not good; undefined if it is. */
async function errorOf(address: string, contains: string): Promise<string | undefined> {
  const result = await fetch(address, { signal: endAfter(timeoutMs), redirect: 'error' }).then(
    async (response) => ({ status: response.status, text: await response.text() }),
    (error: unknown) => errorName(error) ?? 'no response',
  );
  if (typeof result === 'string') return result;
  if (result.status !== 200) return `status ${result.status}`;
  return result.text.includes(contains) ? undefined : 'other content';
}

/** Returns the stored history; an unreadable one starts again, because the page is more important. */
async function loadHistory(): Promise<History> {
  try {
    const { Body } = await client.send(new GetObjectCommand({ ...bucket(), Key: 'history.json' }));
    return history.parse(JSON.parse((await Body?.transformToString()) ?? ''));
  } catch (error) {
    if (errorName(error) !== 'NoSuchKey')
      log('error', 'status history not read', { error: errorName(error) });
    return noHistory;
  }
}

const put = (Key: string, Body: string, ContentType: string): Promise<unknown> =>
  client.send(
    new PutObjectCommand({ ...bucket(), Key, Body, ContentType, CacheControl: 'public, max-age=30' }),
  );
