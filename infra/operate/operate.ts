import { parseArgs } from 'node:util';
import { UserError } from '../local/tools/user-error.ts';
import { useDeployment } from './deployment.ts';
import { now } from '../local/tools/time-and-chance.ts';

/** `npm run operate -- <command>`: operator commands for a deployment. */
const usage = `npm run operate -- <command> [--stage dev]

  first-admin <email> --name "Ada Okafor"
    Adds the first administrator and prints the link to choose a password.
  reset-second-factor <email>
    Turns off the authenticator app of an administrator who lost the phone, and ends every session.
  smoke [--release <commit>]
    Checks pages, API, table, files, and key, as a visitor, for up to a minute, and records a release that passes as good.
  rollback [--to <release>]
    Restores functions and pages of the last good (or another) release. Data is not changed.
  releases
    Lists which release was live when, and whether it passed the smoke check.
  stop
    Stops every function that changes data, within a minute and without a deployment. Pages still show data.
  resume
    Ends a stop.
  check-ledger [202611]
    Verifies every ledger entry and payment, optionally from a month, and lists each difference. Changes nothing.
  verify-agreement <file.pdf>
    Verifies the seal of a signed agreement. Works offline with the file only.
  restore --to 2026-11-20T08:00:00Z
    Creates a table with the data of that time and verifies it. It is not used yet.
  switch-table <table> | own
    During a stop, makes all functions use a restored table, or the stage's own again. Needs no deployment.
  rebuild-people [--carry-out] [--again]
    After the loss of the user pool: creates a login for every user of the table and emails a link to choose a
    password. Without --carry-out, it is a dry run. Resumes after an interruption.
  export-person <email or member id> --into <folder>
    Writes all data of a person into files.
  erase-person <email or member id>
    Erases data of a former member that need not be retained, and lists what remains.
  migrate <name> [--carry-out] [--again]
    Migrates rows of earlier releases. Without --carry-out, it is a dry run. Resumes after an interruption.
  rotate-key fingerprint [--carry-out] [--again]
    Adds a version of the fingerprint key and upgrades the table while the portal is in use. Without --carry-out, it is
    a dry run. Resumes after an interruption.
  rotate-key invitation [--carry-out]
    Adds a version of the invitation key, in two runs one hour apart; earlier links and passes remain valid.
  retire-key fingerprint
    Rejects values of earlier versions. Refuses while a row has one.
  cost
    Writes docs/cost.md from measured units and prices.
  asvs
    Writes docs/asvs.md from docs/asvs.tsv.
  capacity [--members 1000000]
    Lists the quotas of AWS and of the stage with their use, the fullest first.
  compare-contract
    Lists changes of the contract that would break open pages of the deployed release. Changes nothing.`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    stage: { type: 'string', default: 'dev' },
    name: { type: 'string', default: '' },
    release: { type: 'string' },
    to: { type: 'string' },
    'carry-out': { type: 'boolean', default: false },
    into: { type: 'string', default: '.' },
    again: { type: 'boolean', default: false },
    members: { type: 'string', default: '1000000' },
  },
});
const walking = { carryOut: values['carry-out'], again: values.again };
const fromEnvironment = (name: string): string => process.env[name] ?? '';

async function keyNamed(name: 'fingerprintKey' | 'invitationKey') {
  await useDeployment(values.stage);
  const { deployedKey } = await import('./key-secret.ts');
  return deployedKey(name);
}

const commands: Record<string, (argument: string) => Promise<string>> = {
  'first-admin': async (email) => {
    const { addFirstAdministrator } = await import('./first-admin.ts');
    await useDeployment(values.stage);
    const address = await addFirstAdministrator(email, values.name, now());
    return `Open this page within 7 days and choose a password. It works once:\n\n  ${address}\n`;
  },
  'reset-second-factor': async (email) => {
    const { resetSecondFactor } = await import('./reset-second-factor.ts');
    await useDeployment(values.stage);
    return resetSecondFactor(email, now());
  },
  smoke: async () => {
    const { smokeForAMinute } = await import('./smoke.ts');
    await useDeployment(values.stage);
    const { recordRelease } = await import('./settings-table.ts');
    const { release, text } = await smokeForAMinute(fromEnvironment('SITE_ADDRESS'), values.release);
    await recordRelease({ at: now().toISOString(), release, event: 'good' });
    return text;
  },
  rollback: async () => {
    const { rollBack } = await import('./rollback.ts');
    await useDeployment(values.stage);
    const [pagesBucket, distributionId] = ['PAGES_BUCKET', 'DISTRIBUTION_ID'].map(fromEnvironment);
    return rollBack(
      { stage: values.stage, pagesBucket: pagesBucket ?? '', distributionId: distributionId ?? '' },
      values.to,
    );
  },
  releases: async () => {
    await useDeployment(values.stage);
    const { releaseHistory } = await import('./settings-table.ts');
    const lines = (await releaseHistory()).map(({ at, release, event }) => `${at}  ${release}  ${event}`);
    return lines.join('\n') || 'No release is recorded yet.';
  },
  stop: async () => {
    const { stop } = await import('./stop.ts');
    await useDeployment(values.stage);
    return stop(values.stage);
  },
  resume: async () => {
    const { resume } = await import('./stop.ts');
    await useDeployment(values.stage);
    return resume(values.stage);
  },
  'check-ledger': async (from) => {
    const { checkLedger } = await import('./check-ledger.ts');
    await useDeployment(values.stage);
    return checkLedger(from, now(), (line) => console.log(line));
  },
  'verify-agreement': async (file) => {
    const { verifyAgreement } = await import('./verify-agreement.ts');
    return verifyAgreement(file);
  },
  restore: async () => {
    const { restoreTable } = await import('./restore.ts');
    await useDeployment(values.stage);
    const [table = '', own = '', outbox = ''] = ['TABLE_NAME', 'OWN_TABLE_NAME', 'OUTBOX_BUCKET'].map(
      fromEnvironment,
    );
    return restoreTable({ table, own, outbox }, new Date(values.to ?? ''), now());
  },
  'switch-table': async (to) => {
    const { switchTable } = await import('./switch-table.ts');
    await useDeployment(values.stage);
    return switchTable(to, fromEnvironment('OWN_TABLE_NAME'));
  },
  'rebuild-people': async () => {
    const { rebuildPeople } = await import('./rebuild-people.ts');
    await useDeployment(values.stage);
    return rebuildPeople(walking, now());
  },
  'export-person': async (named) => {
    const { exportPerson } = await import('./person-commands.ts');
    await useDeployment(values.stage);
    return exportPerson(named, values.into, now());
  },
  'erase-person': async (named) => {
    const { erasePersonNow } = await import('./person-commands.ts');
    await useDeployment(values.stage);
    return erasePersonNow(named, now());
  },
  migrate: async (name) => {
    const { migrate } = await import('./migrations.ts');
    if (name) await useDeployment(values.stage);
    return migrate(name, walking);
  },
  'rotate-key': async (name) => {
    const { rotateFingerprintKey, rotateInvitationKey } = await import('./rotate-key.ts');
    if (name === 'fingerprint') return rotateFingerprintKey(await keyNamed('fingerprintKey'), walking);
    if (name !== 'invitation') throw new UserError(usage);
    return rotateInvitationKey(await keyNamed('invitationKey'), values['carry-out'], now());
  },
  'retire-key': async (name) => {
    const { retireFingerprintKey } = await import('./rotate-key.ts');
    if (name !== 'fingerprint') throw new UserError(usage);
    return retireFingerprintKey(await keyNamed('fingerprintKey'), now());
  },
  cost: async () => {
    const { writeCost } = await import('../cost/write-cost.ts');
    return writeCost();
  },
  asvs: async () => {
    const { writeAsvs } = await import('./asvs-page.ts');
    return writeAsvs();
  },
  capacity: async () => {
    const { capacityText } = await import('../cost/capacity.ts');
    const members = Number(values.members);
    if (!Number.isInteger(members) || members < 0) throw new UserError('--members must be a whole number.');
    return capacityText(members);
  },
  'compare-contract': async () => {
    const { compareContract } = await import('./published-contract.ts');
    await useDeployment(values.stage);
    return compareContract(fromEnvironment('SITE_ADDRESS'));
  },
};

try {
  const [command = '', argument = ''] = positionals;
  const run = commands[command];
  if (!run) throw new UserError(usage);
  console.log(await run(argument));
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
