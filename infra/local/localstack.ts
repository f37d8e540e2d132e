import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { cdk } from '../cdk.ts';
import { UserError } from './user-error.ts';
import { checkDeployment, type Outputs } from './cloud-check.ts';
import { ministackPort, startMiniStack } from './ministack.ts';
import { milliseconds } from './time-and-chance.ts';

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
  const stack = given ? { stop: () => {} } : await startMiniStack(folder);
  const output = ['--output', `${folder}/cdk.out`];
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
  const good = await checkDeployment(JSON.parse(readFileSync(outputs, 'utf8')) as Outputs, endpoint);
  if (values.keep && !given) {
    console.log(`\nMiniStack goes on at ${endpoint} until Ctrl-C.`);
    await new Promise((resolve) => process.once('SIGINT', resolve));
  }
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
