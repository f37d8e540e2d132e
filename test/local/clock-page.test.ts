import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { clockRoutes } from '../../infra/local/wellport.ts';

const set = (origin?: string) => {
  const data = mkdtempSync(join(tmpdir(), 'wellport-clock-'));
  const before = process.env.CLOCK_SHIFT_MS;
  onTestFinished(() => {
    rmSync(data, { recursive: true });
    if (before === undefined) delete process.env.CLOCK_SHIFT_MS;
    else process.env.CLOCK_SHIFT_MS = before;
  });
  return clockRoutes(data).request('http://localhost:3000/local/clock', {
    method: 'POST',
    body: 'instant=2031-01-01T00:00:00Z',
    headers: { host: 'localhost:3000', ...(origin !== undefined && { origin }) },
  });
};

it('the local clock takes a form of its own site, and a command', async () => {
  expect((await set('http://localhost:3000')).status).toBe(303);
  expect(Number(process.env.CLOCK_SHIFT_MS)).not.toBe(0);
  expect((await set()).status).toBe(303);
});

it.each(['https://x.test', 'http://localhost:3001', 'null'])(
  'the local clock takes no form from %s',
  async (origin) => {
    const { status } = await set(origin);
    expect(status).toBe(403);
    expect(Number(process.env.CLOCK_SHIFT_MS)).toBe(0);
  },
);
