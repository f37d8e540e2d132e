import { buildSite } from './build.ts';
import { cdk } from './cdk.ts';

/** `npm run deploy -- -c stage=production …`: builds the site and deploys every stack; arguments go on to the CDK. */
await buildSite();
process.exit(await cdk(['deploy', '--all', ...process.argv.slice(2)]));
