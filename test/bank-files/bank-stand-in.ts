import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { bankRoutes } from '../../infra/local/bank/bank-routes.ts';

const bank = bankRoutes({
  load: (path) => import(pathToFileURL(resolve(path.slice(1))).href),
  folder: mkdtempSync(join(tmpdir(), 'wellport-bank-')),
});

/** Submits a form on the simulated bank's page; the resulting jobs are not run. */
export async function submitBankForm(form: Record<string, string>): Promise<void> {
  const body = new URLSearchParams(form).toString();
  const { status } = await bank.request('http://localhost/local/bank', {
    method: 'POST',
    body,
    headers: { host: 'localhost' },
  });
  expect(status).toBe(303);
}
