import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePorts, startPortal, type Portal } from '../support/portal-process.ts';
import { defined } from '../support/defined.ts';

// Starts that fail or that follow damage: each one has a message, loses nothing, and leaves running processes alone.

const timeout = 120_000;
let data: string;
let port: number;
let portal: Portal;
beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'wellport-start-'));
  port = await freePorts();
  portal = await startPortal(port, data);
}, timeout);
afterAll(async () => {
  await portal.stop();
  rmSync(data, { recursive: true, force: true });
});

const failed = (...values: Parameters<typeof startPortal>): Promise<string> =>
  startPortal(...values).then(
    async (running) => {
      await running.stop();
      return 'it started';
    },
    (error: Error) => error.message,
  );
const statusOf = async (path: string) => (await fetch(portal.address + path)).status;
const engines = (): number[] => JSON.parse(readFileSync(join(data, 'engines.json'), 'utf8'));

describe('a second start on the same data', () => {
  it.each([[[]], [['--fresh']]])(
    'is refused, and the first one continues with its engines (%j)',
    { timeout },
    async (options) => {
      const before = engines();
      const said = await failed(await freePorts(), data, ...options);
      expect(said).toContain(`Wellport is already running on ${data} at http://localhost:${port}`);
      expect(said).not.toMatch(/SyntaxError|\n\s+at /);
      expect(engines()).toEqual(before);
      expect(await statusOf('/api/openapi.json')).toBe(200);
      expect(await statusOf('/api/healthcheck/parts')).toBe(200);
    },
  );
});

describe('the running portal', () => {
  it.each([
    ['GET', '/api/no-such-path'],
    ['DELETE', '/api/openapi.json'],
  ])('responds to %s %s with JSON and a request id', async (method, path) => {
    const response = await fetch(portal.address + path, { method });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      404,
      'application/json; charset=utf-8',
    ]);
    expect(await response.json()).toEqual({
      code: 'not-found',
      message: 'Endpoint not found.',
      requestId: expect.stringMatching(/^[\da-f-]{36}$/),
    });
  });

  it('starts its table again when the engine is killed', { timeout }, async () => {
    const [table] = engines();
    process.kill(defined(table), 'SIGKILL');
    await expect.poll(() => portal.said(), { timeout: 20_000 }).toContain('The local table (DynamoDB) ended');
    await expect.poll(() => statusOf('/api/healthcheck/parts').catch(() => 0), { timeout: 30_000 }).toBe(200);
    expect(engines()).not.toContain(table);
    expect(engines()).toHaveLength(2);
  });
});

describe('a start on damaged files', () => {
  it('reports each of them and loses nothing', { timeout }, async () => {
    const mail = join(data, 'mail.jsonl');
    const [pid] = engines();
    await portal.stop();
    expect(existsSync(join(data, 'running.json'))).toBe(false);
    writeFileSync(mail, '{"messageId":"1","subject":"a","timestamp":1}\n{"messageId":"2","subj');
    writeFileSync(join(data, 'engines.json'), `[${pid},12`);
    writeFileSync(join(data, 'clock.json'), '{"shif');
    const said = await failed(port, data);
    expect(said).toContain(`The local clock's file ${join(data, 'clock.json')} is damaged.`);
    expect(said).toContain('1 of 2 emails can be read');
    expect(said).not.toMatch(/SyntaxError|\n\s+at /);
    const copy = readdirSync(data).find((name) => name.startsWith('mail.jsonl.damaged-'));
    expect(readFileSync(join(data, defined(copy)), 'utf8')).toContain('"subj');
    expect(readFileSync(join(data, 'clock.json'), 'utf8')).toBe('{"shif');
    rmSync(join(data, 'clock.json'));
    portal = await startPortal(port, data);
    expect(await statusOf('/api/healthcheck/parts')).toBe(200);
  });

  it('after a power failure replaces the lock of the process that is gone', { timeout }, async () => {
    await portal.kill();
    const both = await Promise.allSettled([startPortal(port, data), startPortal(await freePorts(), data)]);
    const started = both.filter((one) => one.status === 'fulfilled');
    expect(started).toHaveLength(1);
    portal = defined(started[0]).value;
    const [{ reason }] = both.filter((one) => one.status === 'rejected') as [PromiseRejectedResult];
    expect(reason.message).toContain('Wellport is already running on');
    expect(reason.message).not.toMatch(/--fresh|SyntaxError/);
    expect(
      execFileSync('pgrep', ['-fc', `dynoxide.*${data}`])
        .toString()
        .trim(),
    ).toBe('1');
  });
});
