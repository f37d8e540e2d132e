import { parseArgs } from 'node:util';
import { UserError } from '../local/user-error.ts';
import { useDeployment } from './deployment.ts';
import { addFirstAdministrator } from './first-admin.ts';

/** `npm run operate -- <command>`: what an operator does to a deployment that no page can do. */
const usage = `npm run operate -- first-admin <email> --name "Ada Okafor" [--stage dev]
    Adds the first administrator and prints the link to choose a password.`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { stage: { type: 'string', default: 'dev' }, name: { type: 'string', default: '' } },
});

try {
  const [command, email = ''] = positionals;
  if (command !== 'first-admin') throw new UserError(usage);
  await useDeployment(values.stage);
  const address = await addFirstAdministrator(email, values.name, new Date());
  console.log(`Open this page within 7 days and choose a password. It works once:\n\n  ${address}\n`);
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
