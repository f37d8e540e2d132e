import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEngines } from '../../infra/local/engines.ts';
import { setEnvironment } from '../../infra/local/environment.ts';
import { trialBankSettings } from '../../shared/bank-files/trial-bank-settings.ts';
import { freePort } from '../../infra/local/ports.ts';
import { provision } from '../../infra/local/provision.ts';
import { offerBrowser } from './browser.ts';

/** One local cloud and one browser for the whole run; every test file takes a table and contexts of its own. */
export default async function setUp(): Promise<() => Promise<void>> {
  // in memory where the machine has such a folder: what a run writes is gone with it
  const data = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'wellport-test-'));
  const [site, table, files, people, mail] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
    freePort(),
    freePort(),
  ]);
  const ports = { site, table, files, people, mail };
  setEnvironment(ports, data);
  process.env.RUN_FOLDER = data;
  // most tests use one administrator; tests of two-person approval set this themselves
  process.env.BANK_SETTINGS = JSON.stringify(trialBankSettings({ oneAdministrator: true }));
  // the workers compile the SDK once for both of them
  process.env.NODE_COMPILE_CACHE = join(data, 'compiled');
  const engines = await startEngines(ports, data, console.log);
  await provision();
  const closeBrowser = await offerBrowser();
  return async () => {
    await Promise.all([engines.stop(), closeBrowser()]);
    rmSync(data, { recursive: true, force: true });
  };
}
