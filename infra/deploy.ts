import { execFileSync } from 'node:child_process';
import { buildSite } from './build/build.ts';
import { userMessage } from './local/tools/user-error.ts';
import { cdk, contextIn, withStage } from './operate/cdk.ts';
import { settingsBeforeDeployment } from './operate/set-up.ts';
import { root } from './build/handlers.ts';
import { apiNames } from './stacks/http-apis.ts';

/**
 * `npm run deploy -- -c stage=production …`: builds the site and deploys the named stacks or all of them; passes
 * arguments to the CDK. With HANDLERS_FOLDER, the site in dist/web and the handlers of that folder are deployed as they
 * were built before. Missing and wrong values of the stage are reported before anything is built. The stacks of the HTTP
 * APIs are deployed at the same time unless the CDK asks for approvals, which it cannot do then.
 */
const argv = await (async () => withStage(process.argv.slice(2)))().catch(endWith);
const { stage } = await settingsBeforeDeployment(contextIn(argv)).catch(endWith);
if (!process.env.HANDLERS_FOLDER) await buildSite().catch(endWith);
const release = execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], {
  cwd: root,
  encoding: 'utf8',
}).trim();
const unattended = /--require-approval[ =]never/.test(argv.join(' '));
const names = argv.some((argument) => argument.startsWith('Wellport-')) ? [] : ['--all'];
const atOnce = unattended ? ['--concurrency', String(apiNames.length)] : [];
const code = await cdk(['deploy', ...names, '-c', `release=${release}`, ...atOnce, ...argv], {
  CDK_VALIDATION: 'true',
});
if (code !== 0)
  console.error(
    `The deployment of ${stage} stopped. The next step: npm run operate -- set-up --stage ${stage}`,
  );
process.exit(code);

function endWith(error: unknown): never {
  const message = userMessage(error);
  if (message === undefined) throw error;
  console.error(message);
  process.exit(1);
}
