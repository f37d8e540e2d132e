import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { makeApp } from '../../infra/app.ts';
import { bundle, handlersFolder } from '../../infra/bundle.ts';
import { cdk } from '../../infra/cdk.ts';
import { allHandlers } from '../../infra/handlers.ts';
import { milliseconds } from '../../infra/local/time-and-chance.ts';
import { UserError } from '../../infra/local/user-error.ts';
import { checkDeployment, type Outputs } from './check.ts';
import { probeExports } from './drills.ts';
import { ministackPort, startMiniStack } from './ministack.ts';
import { fitMiniStack } from './ministack-templates.ts';

/**
 * `npm run localstack`: deploys the app that goes to AWS, unchanged, to a LocalStack-compatible endpoint, and calls it.
 * AWS_ENDPOINT_URL names an endpoint that runs already; else MiniStack is started for as long as this takes, or until
 * Ctrl-C with `--keep`. The pages are left out: CDK copies them with a Lambda layer, which needs a container.
 */
const { values } = parseArgs({ options: { keep: { type: 'boolean', default: false } } });
const given = process.env.AWS_ENDPOINT_URL;
const folder = '.local/ministack';
const endpoint = given ?? `http://127.0.0.1:${ministackPort}`;

/** Deploying one brings what it depends on: data, identity, gateway, site, jobs. */
const stacks = ['Wellport-dev-Api'];

/** Bundles the handlers and makes the templates, once for all that the CDK then does. */
async function makeTemplates(outdir: string): Promise<void> {
  const began = milliseconds();
  const bundled = process.env.HANDLERS_FOLDER;
  if (!bundled) await bundle(allHandlers);
  makeApp(bundled ?? handlersFolder, {}, outdir).app.synth();
  for (const difference of fitMiniStack(outdir)) console.log(`Other than on AWS: ${difference}`);
  console.log(`Bundled and made templates in ${((milliseconds() - began) / 1000).toFixed(1)} s.`);
}

async function mustRun(args: string[], otherwise: string): Promise<number> {
  const began = milliseconds();
  if ((await cdk(args)) !== 0) throw new UserError(otherwise);
  return (milliseconds() - began) / 1000;
}

async function main(): Promise<void> {
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
  await makeTemplates(templates);
  const stack = given ? { stop: () => {} } : await startMiniStack(folder);
  const output = ['--app', templates];
  const bootstrap = await mustRun(
    ['bootstrap', 'aws://000000000000/us-east-1', ...output],
    'The endpoint could not be prepared for the CDK.',
  );
  const outputs = `${folder}/outputs.json`;
  const deploy = await mustRun(
    ['deploy', ...stacks, '--require-approval', 'never', '--outputs-file', outputs, ...output],
    'The app could not be deployed; the lines above name the resource.',
  );
  console.log(`\nPrepared in ${bootstrap.toFixed(1)} s, deployed in ${deploy.toFixed(1)} s.\n`);
  const good = await checkDeployment(JSON.parse(readFileSync(outputs, 'utf8')) as Outputs, endpoint).catch(
    (error: unknown) => {
      console.error(error);
      return false;
    },
  );
  if (values.keep && !given) {
    console.log(`\nMiniStack goes on at ${endpoint} until Ctrl-C.`);
    await new Promise((resolve) => process.once('SIGINT', resolve));
  } else if (!given)
    for (const difference of await probeExports()) console.log(`Other than on AWS: ${difference}`);
  stack.stop();
  process.exit(good ? 0 : 1);
}

try {
  await main();
} catch (problem) {
  if (!(problem instanceof UserError)) throw problem;
  console.error(problem.message);
  process.exit(1);
}
