import { parseArgs } from 'node:util';
import { UserError } from '../local/user-error.ts';
import { useDeployment } from './deployment.ts';
import { addFirstAdministrator } from './first-admin.ts';
import { verifyAgreement } from './verify-agreement.ts';

/** `npm run operate -- <command>`: what an operator does to a deployment that no page can do. */
const usage = `npm run operate -- first-admin <email> --name "Ada Okafor" [--stage dev]
    Adds the first administrator and prints the link to choose a password.
npm run operate -- verify-agreement <file.pdf>
    Says whether a signed agreement is as it was sealed. Asks nobody: it needs the file only.`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { stage: { type: 'string', default: 'dev' }, name: { type: 'string', default: '' } },
});

try {
  const [command, subject = ''] = positionals;
  if (command === 'verify-agreement') console.log(await verifyAgreement(subject));
  else if (command === 'first-admin') {
    await useDeployment(values.stage);
    const address = await addFirstAdministrator(subject, values.name, new Date());
    console.log(`Open this page within 7 days and choose a password. It works once:\n\n  ${address}\n`);
  } else throw new UserError(usage);
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
