import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { useWorld } from '../support/world.ts';
import { serveApi } from './scim-server.ts';

const world = useWorld();

/** A Python with scim2-tester (PyPI): `python3 -m venv .local/scim && .local/scim/bin/pip install scim2-tester httpx2`. */
const python = process.env.SCIM_PYTHON;

it.runIf(python)('passes scim2-tester without errors', { timeout: 300_000 }, async () => {
  const address = await serveApi();
  process.env.SITE_ADDRESS = address;
  const { token } = world.own.client;
  const run = promisify(execFile)(python ?? '', [
    'test/integrations/scim-tester.py',
    `${address}/api/scim/v2`,
    token,
  ]);
  const { stdout } = await run.catch((error: { stdout: string; stderr: string }) => ({
    stdout: error.stdout + error.stderr,
  }));
  expect(stdout.trim()).toMatch(/^\d+ checks, 0 errors$/);
});
