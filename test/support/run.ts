import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { installMiniStack } from '../cloud/ministack.ts';
import { chromiumPath } from './browser.ts';
import { needsEngines, opensPages } from './changed.ts';
import { bin, check, step } from './steps.ts';
import { failedTests, incompleteRun, longestFiles } from './whole-run.ts';

// npm test: all tests, types, lint, and format, then a local deployment. `npm test -- test/architecture` runs a folder or
// file only; `--watch` repeats it.
const wanted = process.argv.slice(2);
if (wanted.length > 0) await runSelected(wanted);

installBrowser();
installSftpServer();
const missing = installMiniStack();
const outcomes = [await step('Build', process.execPath, ['infra/build.ts'])];
const checked = check({ together: true });
process.env.SITE_FOLDER = 'dist/web';
process.env.HANDLERS_FOLDER = 'dist/functions';

// permissions that handlers use in the tests (permissions/record.ts)
const rights = resolve('.local/rights');
rmSync(rights, { recursive: true, force: true });
mkdirSync(rights, { recursive: true });
process.env.RIGHTS_FOLDER = rights;

const report = '.local/test-report.json';
rmSync(report, { force: true });
const tests = await step('Tests', 'node_modules/.bin/vitest', [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
]);
const { numPassedTests = 0, numFailedTests = 0 }: { numPassedTests?: number; numFailedTests?: number } =
  existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {};

await checkPermissions();
outcomes.push(...(await checked));
await deployHere();

const failedSteps = outcomes.filter(({ ok }) => !ok);
console.log(`\nLongest test files: ${longestFiles(report).join(', ')}`);
for (const line of failedTests(report)) console.log(`\nFailed: ${line}`);
for (const { name } of failedSteps) console.log(`${name} failed.`);
// a test file that does not load counts as a failure
const failed = failedSteps.length + (tests.ok ? 0 : Math.max(1, numFailedTests));
const passed = outcomes.length - failedSteps.length + numPassedTests;
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

async function runSelected(args: readonly string[]): Promise<never> {
  const paths = args.filter((arg) => !arg.startsWith('-'));
  const watches = args.includes('--watch');
  if (opensPages(paths)) installBrowser();
  const env: Record<string, string> = {
    // a wrong locator fails sooner than in a whole run on a busy machine
    PAGE_TIMEOUT_MS: '10000',
    ...(needsEngines(paths) ? {} : { WITHOUT_ENGINES: 'yes' }),
  };
  const options = args.filter((arg) => arg !== '--watch');
  const { ok } = await step('Tests', bin('vitest'), [watches ? 'watch' : 'run', '--retry=0', ...options], {
    env,
  });
  process.exit(ok ? 0 : 1);
}

/** Compares the roles with the recorded uses; requires a complete run. */
async function checkPermissions(): Promise<void> {
  const leftOut = incompleteRun(report);
  if (leftOut) console.log(`\n— Rights\n  Not judged: ${leftOut}.`);
  else
    outcomes.push(await step('Rights', process.execPath, ['test/support/permissions/check-permissions.ts']));
}

async function deployHere(): Promise<void> {
  const why = await missing;
  if (why) console.log(`\n— Cloud\n  Nothing was deployed to this machine. ${why}`);
  else outcomes.push(await step('Cloud', process.execPath, ['test/cloud/localstack.ts', '--short']));
}

function installSftpServer(): void {
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (existsSync('/usr/sbin/sshd') || !mayInstall) return;
  console.log('Installing an OpenSSH server for the tests of SFTP.');
  installPackage('openssh-server');
}

function installPackage(name: string): void {
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
  spawnSync('apt-get', ['install', '-y', '-qq', name], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

function installBrowser(): void {
  if (chromiumPath()) return;
  console.log('Installing a Chromium for the browser tests.');
  const asRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!asRoot) spawnSync('node_modules/.bin/playwright-core', ['install', 'chromium'], { stdio: 'inherit' });
  else installPackage('chromium-headless-shell');
  // Debian before 2024 has no such package
  if (asRoot && !chromiumPath()) installPackage('chromium');
}
