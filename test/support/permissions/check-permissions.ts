import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allHandlers } from '../../../infra/build/handlers.ts';
import { jobKinds } from '../../../shared/jobs/job.ts';
import { policiesOf, type TemplateStatement } from './statements.ts';
import { unusedPermissions } from './unused-reasons.ts';
import { readRecord, verdictOn } from './verdict.ts';

// After a whole run of the tests (test/support/run.ts): what handlers did in them, against the policies of their roles.
// The tests of the infrastructure left the policies in the folder, and each test process what it saw.
const folder = process.env.RIGHTS_FOLDER ?? '.local/rights';
const policyFile = join(folder, 'policies.json');
if (!existsSync(policyFile)) throw new Error('The tests of the infrastructure left no policies.');
const policies = policiesOf(
  JSON.parse(readFileSync(policyFile, 'utf8')) as Record<string, TemplateStatement[]>,
);
const lines = globSync('*.used', { cwd: folder }).flatMap((file) =>
  readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean),
);
const recorded = readRecord(lines);
const services = ['dynamodb', 's3', 'kms', 'secretsmanager', 'sqs', 'ses', 'cognito-idp'];
const wrong = verdictOn(
  policies,
  recorded,
  { handlers: allHandlers, jobs: jobKinds, services },
  unusedPermissions,
);
const shown = 40;
const listed = join(folder, 'verdict.txt');
writeFileSync(listed, wrong.map((line) => `${line}\n`).join(''));
for (const line of wrong.slice(0, shown)) console.log(line);
if (wrong.length > shown) console.log(`… and ${wrong.length - shown} more in ${listed}`);
console.log(
  `${recorded.uses.length} kinds of use by ${recorded.called.size} functions under ${policies.size} roles, ${wrong.length} wrong.`,
);
process.exitCode = wrong.length === 0 ? 0 : 1;
