import { mkdirSync, openSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { makeApp } from '../../infra/app.ts';
import { bundle, handlersFolder } from '../../infra/build/bundle.ts';
import { cdk } from '../../infra/operate/cdk.ts';
import { allHandlers } from '../../infra/build/handlers.ts';
import { apiNames, apiStackOf } from '../../infra/stacks/http-apis.ts';
import { freePort } from '../../infra/local/ports.ts';
import { milliseconds } from '../../infra/local/tools/time-and-chance.ts';
import { sampleValues } from '../../infra/quotas/quotas.ts';
import { UserError, userMessage } from '../../infra/local/tools/user-error.ts';
import { checkDeployment, type Outputs } from './check.ts';
import { probeExports, tellDifferences } from './differences.ts';
import { startMiniStack, usualPort } from './ministack.ts';
import { fitMiniStack } from './ministack-templates.ts';

/**
 * `npm run localstack`: deploys the unchanged app to a LocalStack-compatible endpoint and tests it. AWS_ENDPOINT_URL
 * names a running endpoint; otherwise MiniStack is started for this run, or until Ctrl-C with `--keep`. The stack Pages
 * is omitted, because its Lambda layer needs a container. `npm test` uses `--short`: requests and the main workflow,
 * without drills. `--stage production` deploys the resources of another stage with values of a test, without requests.
 */
const { values } = parseArgs({
  options: {
    keep: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
    stage: { type: 'string', default: 'dev' },
  },
});
const value = process.env.AWS_ENDPOINT_URL;
const folder = '.local/ministack';

/** Includes the stacks that it depends on: data, identity, gateway, site, jobs. */
const stacks = apiNames.map((api) => `Wellport-${values.stage}-${apiStackOf(api)}`);

/** Values that staging and production require. */
const context = values.stage === 'dev' ? {} : { stage: values.stage, ...sampleValues };

/** Bundles the handlers and synthesizes the templates once for all CDK commands. */
async function makeTemplates(outdir: string): Promise<void> {
  const began = milliseconds();
  const bundled = process.env.HANDLERS_FOLDER;
  if (!bundled) await bundle(allHandlers);
  makeApp(bundled ?? handlersFolder, context, outdir).app.synth();
  tellDifferences(fitMiniStack(outdir));
  console.log(`Bundled and made templates in ${((milliseconds() - began) / 1000).toFixed(1)} s.`);
}

/** Prints the output of the CDK, two thousand lines, on failure only. */
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

/** Returns the named endpoint, or starts a MiniStack for this run. */
async function openEndpoint(): Promise<{ endpoint: string; stop: () => void }> {
  if (value) return { endpoint: value, stop: () => {} };
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
  // a separate process, which ends before the templates are complete
  const prepared = mustRun(
    'bootstrap',
    // without the app of cdk.json, which would bundle and synthesize everything once more
    ['bootstrap', '--app', '', 'aws://000000000000/us-east-1'],
    'The endpoint could not be prepared for the CDK.',
  );
  await Promise.all([prepared, makeTemplates(templates)]);
  const outputs = `${folder}/outputs.json`;
  await mustRun(
    'deploy',
    ['deploy', ...stacks, '--require-approval', 'never', '--outputs-file', outputs, '--app', templates],
    'The app could not be deployed; the lines above name the resource.',
  );
  if (values.stage !== 'dev') {
    console.log(`good  every resource of ${values.stage} was deployed, except those named above`);
    stop();
    process.exit(0);
  }
  const good = await checkDeployment(JSON.parse(readFileSync(outputs, 'utf8')) as Outputs, endpoint, {
    drills: !values.short,
  }).catch((error: unknown) => {
    console.error(error);
    return false;
  });
  if (values.keep && !value) {
    console.log(`\nMiniStack goes on at ${endpoint} until Ctrl-C.`);
    await new Promise((resolve) => process.once('SIGINT', resolve));
  } else if (!value && !values.short) tellDifferences(await probeExports());
  stop();
  process.exit(good ? 0 : 1);
}

try {
  await main();
} catch (error) {
  const message = userMessage(error);
  if (message === undefined) throw error;
  console.error(message);
  process.exit(1);
}
