import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { installMiniStack } from '../cloud/ministack.ts';
import { countsOf, failedTests, incompleteRun, longestFiles, type Counts } from './reports.ts';
import { bin, check, step, type Outcome } from './steps.ts';
import { installBrowser, installSftpServer } from './tools.ts';

// npm test: the quick tests. npm run test:all: these and the thorough ones; `-- --rest` omits the quick ones, which
// `npm test` ran before, and adds their result. `npm test -- test/architecture` runs a folder or file only; `--watch`
// repeats it.
const args = process.argv.slice(2);
const isRest = args.includes('--rest');
const isAll = isRest || args.includes('--all');
if (args.length > 0 && !isAll) await runSelected();

/** Tests that open every page. */
const walks = ['test/journeys/public-pages', 'test/journeys/portal-pages'];
const folder = '.local/test-run';
const resultFile = join(folder, 'result.json');

interface Result {
  counts: Counts;
  failures: string[];
}

const [outcomes, reports]: [Outcome[], string[]] = [[], []];
const { counts, failures }: Result = isRest
  ? storedResult()
  : { counts: { passed: 0, failed: 0, skipped: 0 }, failures: [] };
// permissions that handlers use in the tests (permissions/record.ts)
const rights = resolve('.local/rights');
process.env.RIGHTS_FOLDER = rights;
process.env.SITE_FOLDER = 'dist/web';
process.env.HANDLERS_FOLDER = 'dist/functions';
if (!isRest) {
  for (const old of [folder, rights]) rmSync(old, { recursive: true, force: true });
  for (const made of [folder, rights]) mkdirSync(made, { recursive: true });
  await runQuickTests();
}
if (isAll) await runThoroughTests();
finish();

/** Types, lint, rules, handlers in memory, each page once, a journey per role, and a short deployment. */
async function runQuickTests(): Promise<void> {
  const browser = Promise.all([installBrowser(), installSftpServer()]);
  const missing = installMiniStack();
  const built = node('Build', 'infra/build/build.ts');
  const tests = async () => {
    await vitest('Rules and handlers', ['--project', 'rules', '--project', 'handlers']);
    await Promise.all([built, browser]);
    await vitest('Engines and journeys', ['--project', 'engines', '--project', 'journeys']);
  };
  const others = async () => {
    await built;
    outcomes.push(...(await check({ together: true })));
    const reason = await missing;
    if (reason) console.log(`\n— Cloud\n  Nothing was deployed to this machine. ${reason}`);
    else await node('Cloud', 'test/cloud/localstack.ts', ['--short']);
  };
  await Promise.all([tests(), others()]);
}

/** All other pages, widths, and themes; handlers on the local engines; guards; new simulations; all drills. */
async function runThoroughTests(): Promise<void> {
  const tests = async () => {
    const whole = { WHOLE_TESTS: 'true' };
    await vitest('Pages', ['--project', 'pages', '--project', 'python'], whole);
    await vitest('Pages in all widths and themes', ['--project', 'journeys', ...walks], whole);
    await vitest('Handlers with local engines', ['--project', 'handlers'], { CLOUD: 'local' });
  };
  const others = async () => {
    // fixed seeds find nothing twice; a delivery does not wait for their analysis
    const seeds = ['--seeds', '20', '--first', String(randomInt(1_000_000)), '--members', '16'];
    if (!isRest) await node('Simulations', 'test/simulation/run.ts', seeds);
    await node('Templates', 'test/cloud/cfn-lint.ts');
    await node('Guards', 'test/support/guards/check-guards.ts');
    await node('Cloud drills', 'test/cloud/localstack.ts');
  };
  await Promise.all([tests(), others()]);
  if (isRest) return;
  const omitted = incompleteRun(reports);
  if (omitted) console.log(`\n— Permissions\n  Not compared: ${omitted}.`);
  else await node('Permissions', 'test/support/permissions/check-permissions.ts');
}

/** Prints the output when the program ends, because tests run beside it. */
async function node(name: string, file: string, options: readonly string[] = []): Promise<void> {
  outcomes.push(await step(name, process.execPath, [file, ...options], { together: true }));
}

async function vitest(
  name: string,
  options: readonly string[],
  env: Record<string, string> = {},
): Promise<void> {
  const report = join(folder, `${name.toLowerCase().replaceAll(' ', '-')}.json`);
  reports.push(report);
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { ok } = await step(name, bin('vitest'), ['run', ...output, ...options], { env });
  const { passed, failed, skipped } = countsOf(report);
  counts.passed += passed;
  counts.skipped += skipped;
  // an error outside of a test fails the run
  counts.failed += ok ? failed : Math.max(1, failed);
}

function storedResult(): Result {
  if (!existsSync(resultFile)) throw new Error('Run npm test first, or npm run test:all without --rest.');
  return JSON.parse(readFileSync(resultFile, 'utf8')) as Result;
}

function finish(): never {
  const failedSteps = outcomes.filter(({ ok }) => !ok);
  counts.failed += failedSteps.length;
  counts.passed += outcomes.length - failedSteps.length;
  console.log(`\nLongest test files: ${longestFiles(reports).join(', ')}`);
  for (const line of reports.flatMap((report) => failedTests(report))) failures.push(`Failed: ${line}`);
  for (const { name } of failedSteps) failures.push(`${name} failed.`);
  for (const line of failures) console.log(`\n${line}`);
  if (!isAll) writeFileSync(resultFile, JSON.stringify({ counts, failures } satisfies Result));
  const { passed, failed, skipped } = counts;
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  process.exit(failed === 0 ? 0 : 1);
}

async function runSelected(): Promise<never> {
  const watches = args.includes('--watch');
  const options = args.filter((arg) => arg !== '--watch');
  // a wrong locator fails sooner than in a whole run on a busy machine
  const env = { PAGE_TIMEOUT_MS: '10000' };
  const { ok } = await step('Tests', bin('vitest'), [watches ? 'watch' : 'run', '--retry=0', ...options], {
    env,
  });
  process.exit(ok ? 0 : 1);
}
