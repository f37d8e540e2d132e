import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEngines, setEnvironment } from '../../infra/local/engines.ts';
import { trialBankSettings } from '../../shared/bank-files/bank-settings.ts';
import { freePort } from '../../infra/local/ports.ts';
import { provision } from '../../infra/local/provision.ts';
import { offerBrowser } from './browser.ts';

/** Projects on the same engines; the environment of the run names one set of them. */
const known = Symbol.for('wellport.engines');
interface Started {
  users: number;
  stop: Promise<() => Promise<void>>;
}
const shared = globalThis as { [known]?: Started };

/** Starts one local cloud and one browser for the run; each test file has its own table and contexts. */
export default async function setUp(): Promise<() => Promise<void>> {
  const started = (shared[known] ??= { users: 0, stop: start() });
  started.users += 1;
  const stop = await started.stop;
  return async () => {
    started.users -= 1;
    if (started.users > 0) return;
    delete shared[known];
    await stop();
  };
}

async function start(): Promise<() => Promise<void>> {
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
  process.env.NODE_COMPILE_CACHE = join(data, 'compiled');
  const engines = await startEngines(ports, data, console.log);
  await provision();
  const closeBrowser = await offerBrowser();
  return async () => {
    await Promise.all([engines.stop(), closeBrowser()]);
    rmSync(data, { recursive: true, force: true });
  };
}
