import { mkdirSync, openSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { makeApp } from '../../infra/app.ts';
import { bundle, handlersFolder } from '../../infra/bundle.ts';
import { cdk } from '../../infra/cdk.ts';
import { allHandlers } from '../../infra/handlers.ts';
import { freePort } from '../../infra/local/ports.ts';
import { milliseconds } from '../../infra/local/time-and-chance.ts';
import { UserError } from '../../infra/local/user-error.ts';
import { checkDeployment, type Outputs } from './check.ts';
import { probeExports, tellDifferences } from './differences.ts';
import { startMiniStack, usualPort } from './ministack.ts';
import { fitMiniStack } from './ministack-templates.ts';

/**
 * `npm run localstack`: deploys the app that goes to AWS, unchanged, to a LocalStack-compatible endpoint, and calls it.
 * AWS_ENDPOINT_URL names an endpoint that runs already; else MiniStack is started for as long as this takes, or until
 * Ctrl-C with `--keep`. The pages are left out: CDK copies them with a Lambda layer, which needs a container.
 * `--short` is what `npm test` ends with: the calls and the main job, without drills.
 */
const { values } = parseArgs({
  options: { keep: { type: 'boolean', default: false }, short: { type: 'boolean', default: false } },
});
const given = process.env.AWS_ENDPOINT_URL;
const folder = '.local/ministack';

/** Deploying one brings what it depends on: data, identity, gateway, site, jobs. */
const stacks = ['Wellport-dev-Api'];

/** Bundles the handlers and makes the templates, once for all that the CDK then does. */
async function makeTemplates(outdir: string): Promise<void> {
  const began = milliseconds();
  const bundled = process.env.HANDLERS_FOLDER;
  if (!bundled) await bundle(allHandlers);
  makeApp(bundled ?? handlersFolder, {}, outdir).app.synth();
  tellDifferences(fitMiniStack(outdir));
  console.log(`Bundled and made templates in ${((milliseconds() - began) / 1000).toFixed(1)} s.`);
}

/** What the CDK says, two thousand lines of it, is shown where it fails. */
async function mustRun(name: string, args: string[], otherwise: string): Promise<void> {
  const began = milliseconds();
  const said = `${folder}/cdk-${name}.log`;
  const code = await cdk(args, {}, openSync(said, 'w'));
  if (code !== 0) {
    console.log(readFileSync(said, 'utf8').split('\n').slice(-60).join('\n'));
    throw new UserError(otherwise);
  }
  console.log(`cdk ${name}: ${((milliseconds() - began) / 1000).toFixed(1)} s.`);
}

/** The endpoint that is deployed to: the one named, else a MiniStack of this run's own. */
async function openEndpoint(): Promise<{ endpoint: string; stop: () => void }> {
  if (given) return { endpoint: given, stop: () => {} };
  const { address, stop } = await startMiniStack(values.short ? await freePort() : usualPort);
  return { endpoint: address, stop };
}

async function main(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const { endpoint, stop } = await openEndpoint();
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: endpoint,
    AWS_ENDPOINT_URL_S3: endpoint,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    CDK_DISABLE_CLI_TELEMETRY: 'true',
  });
  delete process.env.AWS_PROFILE;
  const templates = `${folder}/cdk.out`;
  // a process of its own, which has ended by the time that the templates are made
  const prepared = mustRun(
    'bootstrap',
    ['bootstrap', 'aws://000000000000/us-east-1'],
    'The endpoint could not be prepared for the CDK.',
  );
  await Promise.all([prepared, makeTemplates(templates)]);
  const outputs = `${folder}/outputs.json`;
  await mustRun(
    'deploy',
    ['deploy', ...stacks, '--require-approval', 'never', '--outputs-file', outputs, '--app', templates],
    'The app could not be deployed; the lines above name the resource.',
  );
  const good = await checkDeployment(JSON.parse(readFileSync(outputs, 'utf8')) as Outputs, endpoint, {
    drills: !values.short,
  }).catch((error: unknown) => {
    console.error(error);
    return false;
  });
  if (values.keep && !given) {
    console.log(`\nMiniStack goes on at ${endpoint} until Ctrl-C.`);
    await new Promise((resolve) => process.once('SIGINT', resolve));
  } else if (!given && !values.short) tellDifferences(await probeExports());
  stop();
  process.exit(good ? 0 : 1);
}

try {
  await main();
} catch (problem) {
  if (!(problem instanceof UserError)) throw problem;
  console.error(problem.message);
  process.exit(1);
}
