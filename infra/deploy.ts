import { execFileSync } from 'node:child_process';
import { buildSite } from './build.ts';
import { cdk } from './cdk.ts';
import { root } from './handlers.ts';

/**
 * `npm run deploy -- -c stage=production …`: builds the site and deploys every stack; passes arguments to the CDK. With
 * HANDLERS_FOLDER, the site in dist/web and the handlers of that folder are deployed as they were built before.
 */
if (!process.env.HANDLERS_FOLDER) await buildSite();
const release = execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], {
  cwd: root,
  encoding: 'utf8',
}).trim();
process.exit(
  await cdk(['deploy', '--all', '-c', `release=${release}`, ...process.argv.slice(2)], {
    CDK_VALIDATION: 'true',
  }),
);
