import {
  CloudWatchLogsClient,
  CreateLogStreamCommand,
  PutLogEventsCommand,
} from '@aws-sdk/client-cloudwatch-logs';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { playTimeAndChance } from '../../functions/platform/time-and-chance.ts';
import { history, noHistory, withCheck, type Checked, statusPage } from '../../infra/status/status-page.ts';
import { probe } from '../../infra/status/probe.ts';
import { axeFaults } from '../support/axe.ts';
import { startBrowser } from '../support/browser.ts';
import { listen } from '../support/listen.ts';
import { resize } from '../support/resize.ts';

const good: Checked = { Pages: true, Calls: true, 'Data and files': true };
const noCalls: Checked = { ...good, Calls: false };
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute));

describe('the history of checks', () => {
  it('counts checks by day and forgets days after ninety', () => {
    let stored = noHistory;
    for (let day = 0; day < 100; day += 1)
      stored = withCheck(stored, day === 99 ? noCalls : good, new Date(Date.UTC(2026, 7, 1 + day)));
    expect(stored.days).toHaveLength(90);
    expect(stored.days.at(-1)).toEqual({ date: '2026-11-08', checks: 1, failed: 1 });
    stored = withCheck(stored, good, new Date('2026-11-08T12:00:00Z'));
    expect(stored.days.at(-1)).toEqual({ date: '2026-11-08', checks: 2, failed: 1 });
  });

  it('records an incident from its first failed check to the next good one, with all parts', () => {
    const checks: Checked[] = [good, noCalls, { ...noCalls, Pages: false }, noCalls, good, good, noCalls];
    const stored = checks.reduce(
      (before, checked, minute) => withCheck(before, checked, at(minute)),
      noHistory,
    );
    expect(stored.incidents).toEqual([
      { from: at(6).toISOString(), until: null, parts: ['Calls'] },
      { from: at(1).toISOString(), until: at(4).toISOString(), parts: ['Pages', 'Calls'] },
    ]);
    expect(history.parse(stored)).toEqual(stored);
  });
});

describe('the status page', () => {
  const stored = [good, noCalls, good, noCalls].reduce(
    (before, checked, minute) => withCheck(before, checked, at(minute)),
    noHistory,
  );

  it('names the state of each part in words, and contains no script or address', () => {
    const page = statusPage(noCalls, stored, at(3));
    expect(page).toContain('<h1 class="bad">Wellport has a problem</h1>');
    expect(page).toContain('<th scope="row">Calls</th><td class="bad">✕ Does not work</td>');
    expect(page).toContain('<th scope="row">Pages</th><td class="good">✓ Works</td>');
    expect(page).toContain('50 % of 4 checks succeeded.');
    expect(page).toContain('2026-11-20: 2 of 4 checks failed');
    expect(page).not.toMatch(/<script|https?:|@[\w]+\./);
    expect(statusPage(good, noHistory, at(0))).toContain('Wellport works');
  });

  it.each(['light', 'dark'] as const)(
    'is readable in the %s palette and fits a phone',
    async (colorScheme) => {
      const page = await (await startBrowser()).newPage();
      await page.emulateMedia({ colorScheme });
      await resize(page, { width: 320, height: 640 });
      await page.setContent(statusPage(noCalls, stored, at(3)));
      expect(await axeFaults(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      await page.context().close();
    },
  );
});

describe('the probe', () => {
  const s3 = mockClient(S3Client);
  // the next test files of this process use the client, too
  afterAll(() => s3.restore());
  const bodies: Record<string, string> = {};
  let server: Server;
  let restore: () => void;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const body = bodies[request.url ?? ''];
      response.writeHead(body === undefined ? 500 : 200).end(body);
    });
    vi.stubEnv('SITE_ADDRESS', await listen(server));
    vi.stubEnv('STATUS_BUCKET', 'status');
    vi.stubEnv('STAGE', 'production');
    vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'probe');
    restore = playTimeAndChance({ milliseconds: () => at(7).getTime(), wait: async () => {} });
  });
  afterAll(() => {
    restore();
    vi.unstubAllEnvs();
    server.close();
  });
  beforeEach(() => {
    s3.reset();
    s3.on(PutObjectCommand).resolves({});
    s3.on(GetObjectCommand).rejects(Object.assign(new Error('missing'), { name: 'NoSuchKey' }));
    Object.assign(bodies, {
      '/': '<div id="root"></div>',
      '/api/healthcheck': 'OK!',
      '/api/healthcheck/parts': '{"table":"OK"}',
    });
  });

  const run = async () => {
    const lines: string[] = [];
    const written = vi
      .spyOn(process.stdout, 'write')
      .mockImplementation((text) => Boolean(lines.push(String(text))));
    await probe().finally(() => written.mockRestore());
    const stored = Object.fromEntries(
      s3.commandCalls(PutObjectCommand).map(({ args: [{ input }] }) => [input.Key, input.Body as string]),
    );
    const counted = lines.find((line) => line.includes('"_aws"')) ?? '{}';
    return { lines, stored, counted: JSON.parse(counted) as Record<string, unknown> };
  };

  it('publishes a good state and counts it', async () => {
    const { stored, counted } = await run();
    expect(counted).toMatchObject({ Probes: 1, ProbesFailed: 0 });
    expect(stored['index.html']).toContain('Wellport works');
    expect(JSON.parse(stored['history.json'] ?? '')).toEqual({
      days: [{ date: '2026-11-20', checks: 1, failed: 0 }],
      incidents: [],
    });
  });

  it('continues the stored history, and logs and counts a failed part', async () => {
    const before = withCheck(noHistory, good, at(6));
    const Body = { transformToString: async () => JSON.stringify(before) };
    s3.on(GetObjectCommand).resolves({ Body: Body as never });
    delete bodies['/api/healthcheck'];
    const { lines, stored, counted } = await run();
    expect(counted).toMatchObject({ Probes: 1, ProbesFailed: 1 });
    expect(lines.find((line) => line.includes('probe failed'))).toContain(
      '"part":"Calls","problem":"status 500"',
    );
    expect(JSON.parse(stored['history.json'] ?? '')).toEqual(withCheck(before, noCalls, at(7)));
  });

  it('in another region, reports to that of the alarms, and fails while it takes no reports', async () => {
    const logs = mockClient(CloudWatchLogsClient);
    vi.stubEnv('REPORT_REGION', 'us-east-1');
    vi.stubEnv('REPORT_LOG', '/wellport/production/status/probe');
    const existing = Object.assign(new Error('exists'), { name: 'ResourceAlreadyExistsException' });
    logs.on(CreateLogStreamCommand).rejects(existing);
    logs.on(PutLogEventsCommand).resolves({});
    delete bodies['/api/healthcheck'];
    await run();
    const [put] = logs.commandCalls(PutLogEventsCommand);
    const { logGroupName, logStreamName, logEvents = [] } = put?.args[0].input ?? {};
    expect([logGroupName, logStreamName]).toEqual(['/wellport/production/status/probe', '2026-11-20']);
    expect(JSON.parse(logEvents[0]?.message ?? '')).toMatchObject({
      _aws: { CloudWatchMetrics: [{ Namespace: 'Wellport/production', Dimensions: [['service']] }] },
      service: 'wellport',
      Probes: 1,
      ProbesFailed: 1,
      message: 'probe failed',
    });
    logs.on(PutLogEventsCommand).rejects(new Error('no region'));
    await expect(run()).rejects.toThrow('no region');
    // the page is published nevertheless
    expect(s3.commandCalls(PutObjectCommand).length).toBe(4);
    logs.restore();
    vi.stubEnv('REPORT_REGION', '');
  });

  it('reports another page under the address, and no response, as failures', async () => {
    bodies['/'] = 'parked domain';
    expect((await run()).lines.join('')).toContain('"part":"Pages","problem":"other content"');
    vi.stubEnv('SITE_ADDRESS', 'http://127.0.0.1:1');
    expect((await run()).stored['index.html']).toContain('Wellport has a problem');
  });
});
