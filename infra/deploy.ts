import { execFileSync } from 'node:child_process';
import { buildSite } from './build/build.ts';
import { cdk } from './operate/cdk.ts';
import { root } from './build/handlers.ts';
import { apiNames } from './stacks/http-apis.ts';

/**
 * `npm run deploy -- -c stage=production …`: builds the site and deploys the named stacks or all of them; passes
 * arguments to the CDK. With HANDLERS_FOLDER, the site in dist/web and the handlers of that folder are deployed as they
 * were built before. The stacks of the HTTP APIs are deployed at the same time unless the CDK asks for approvals, which
 * it cannot do then.
 */
if (!process.env.HANDLERS_FOLDER) await buildSite();
const release = execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], {
  cwd: root,
  encoding: 'utf8',
}).trim();
const argv = process.argv.slice(2);
const unattended = /--require-approval[ =]never/.test(argv.join(' '));
const names = argv.some((argument) => argument.startsWith('Wellport-')) ? [] : ['--all'];
const atOnce = unattended ? ['--concurrency', String(apiNames.length)] : [];
process.exit(
  await cdk(['deploy', ...names, '-c', `release=${release}`, ...atOnce, ...argv], {
    CDK_VALIDATION: 'true',
  }),
);
