import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { installPython } from '../support/tools.ts';
import { useWorld } from '../support/world.ts';
import { serveApi } from './scim-server.ts';

const world = useWorld();

it('passes scim2-tester without errors', { timeout: 300_000 }, async () => {
  const installed = await installPython('scim', ['scim2-tester==0.5.2', 'httpx2==2.16.2']);
  if ('missing' in installed) throw new Error(installed.missing);
  const address = await serveApi();
  process.env.SITE_ADDRESS = address;
  const { token } = world.own.client;
  const run = promisify(execFile)(join(installed.programs, 'python'), [
    'test/integrations/scim-tester.py',
    `${address}/api/scim/v2`,
    token,
  ]);
  const { stdout } = await run.catch((error: { stdout: string; stderr: string }) => ({
    stdout: error.stdout + error.stderr,
  }));
  expect(stdout.trim()).toMatch(/^\d+ checks, 0 errors$/);
});
