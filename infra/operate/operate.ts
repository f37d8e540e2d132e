import { contextIn } from './cdk.ts';
import { useDeployment } from './deployment.ts';
import { UserError, userMessage } from '../local/tools/user-error.ts';
import { stages } from '../stages/stage-file.ts';
import { parseArgs } from 'node:util';
import { now } from '../local/tools/time-and-chance.ts';

/** `npm run operate -- <command>`: operator commands for a deployment. */
const usage = `npm run operate -- <command> --stage production

With --dry-run, or without --carry-out, a command changes nothing.

  set-up [-c name=value]
    Lists the steps of a first deployment that are done, and the next command. Changes nothing.
  first-admin <email> --name "Ada Okafor" [--dry-run]
    Adds the first administrator and prints the link to choose a password.
  reset-second-factor <email> [--dry-run]
    Turns off the authenticator app of an administrator who lost the phone, and ends every session.
  run-schedule <name> [--to 2026-11-09T06:15:00Z] [--dry-run]
    Runs a scheduled handler for its last due time, or another one. Without a name, lists them.
  jobs [--redrive] [--dry-run]
    Lists failed jobs, jobs that wait, and failed messages; or sends the failed messages again.
  smoke [--release <commit>]
    Checks pages, API, table, files, and key, as a visitor, for up to a minute, and records a release that passes as good.
  rollback [--to <release>] [--dry-run]
    Restores functions and pages of the last good (or another) release. Data is not changed.
  prune [--carry-out]
    Removes versions of functions, and their roles, that none of the last five good releases has. Without --carry-out, it
    is a dry run.
  releases
    Lists which release was live when, and whether it passed the smoke check.
  stop [--dry-run]
    Stops every function that changes data, within a minute and without a deployment. Pages still show data.
  resume [--dry-run]
    Ends a stop.
  check-ledger [202611]
    Verifies every ledger entry and payment, optionally from a month, and lists each difference. Changes nothing.
  verify-agreement <file.pdf>
    Verifies the seal of a signed agreement. Works offline with the file only.
  restore --to 2026-11-20T08:00:00Z [--dry-run]
    Creates a table with the data of that time and verifies it. It is not used yet.
  restore-drill [--list] [--dry-run]
    Restores the table to an hour ago, verifies and deletes the copy, and records the proof; or lists the proofs.
  replay-erasures [<table>] [--end-memberships] [--dry-run]
    After a switch to a restored table: repeats the erasures that the former table (the stage's own) contains; ends
    memberships that have not ended in the restored table.
  switch-table <table> | own [--dry-run]
    During a stop, makes all functions use a restored table, or the stage's own again. Needs no deployment.
  rebuild-people [--carry-out] [--again]
    After the loss of the user pool: creates a login for every user of the table and emails a link to choose a
    password. Without --carry-out, it is a dry run. Resumes after an interruption.
  export-person <email or member id> --into <folder>
    Writes all data of a person into files.
  erase-person <email or member id> [--dry-run]
    Erases data of a former member that need not be retained, and lists what remains.
  disable-user <email> [--dry-run]
    Ends a user's sessions and refuses further ones.
  enable-user <email> [--dry-run]
    Reverts disable-user.
  rotate-key fingerprint [--carry-out] [--again]
    Adds a version of the fingerprint key and upgrades the table while the portal is in use. Without --carry-out, it is
    a dry run. Resumes after an interruption.
  rotate-key invitation [--carry-out]
    Adds a version of the invitation key, in two runs one hour apart; earlier links and passes remain valid.
  rotate-cdn-secret [--carry-out]
    Replaces the secret between CDN and functions while the portal is in use, within minutes. Without --carry-out, it is
    a dry run.
  retire-key fingerprint [--dry-run]
    Rejects values of earlier versions. Refuses while a row has one.
  logs '<query>' [--hours 3]
    Runs a query of CloudWatch Logs Insights over all logs of the stage and prints up to 100 lines.
  capacity [--members 1000000]
    Lists the quotas of AWS and of the stage with their use, the fullest first. Needs no account.
  compare-templates [--accept <logical ID>]
    Lists changes of deployed stacks that AWS would refuse, or that replace resources or lose data, from the templates in
    cdk.out. --accept, repeatable, accepts those of one resource. Changes nothing.
  compare-contract
    Lists changes of the contract that would break open pages of the deployed release. Changes nothing.`;

/** Returns the arguments. Throws for options that are unknown, which must not be ignored. */
function parsed() {
  try {
    return parseArgs({
      allowPositionals: true,
      tokens: true,
      options: {
        stage: { type: 'string' },
        context: { type: 'string', short: 'c', multiple: true, default: [] },
        name: { type: 'string', default: '' },
        release: { type: 'string' },
        to: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        'carry-out': { type: 'boolean', default: false },
        into: { type: 'string', default: '.' },
        again: { type: 'boolean', default: false },
        accept: { type: 'string', multiple: true, default: [] },
        redrive: { type: 'boolean', default: false },
        'end-memberships': { type: 'boolean', default: false },
        list: { type: 'boolean', default: false },
        members: { type: 'string', default: '1000000' },
        hours: { type: 'string', default: '3' },
      },
    });
  } catch (error) {
    const [first = ''] = (error as Error).message.split('. ');
    console.error(`${first}. Nothing was done. npm run operate lists the commands with their options.`);
    return process.exit(1);
  }
}
const { positionals, values, tokens } = parsed();

/** Refuses options that the usage of a command does not list: an ignored --dry-run would change something. */
function mustAccept(command: string): void {
  const lines = [...usage.matchAll(/^ {2}([\w-]+)(.*)$/gm)].filter(([, name]) => name === command);
  const accepted = lines.map(([, , options]) => options).join(' ');
  for (const token of tokens) {
    if (token.kind !== 'option' || token.name === 'stage') continue;
    const name = token.name === 'context' ? '-c' : `--${token.name}`;
    if (!new RegExp(String.raw`(^|[\s[])${name}\b`).test(accepted))
      throw new UserError(
        `${command} has no option ${name}. Nothing was done. Its usage:\n${command}${accepted}`,
      );
  }
}

/** Commands with a dry run of their own, which lists what would change. */
const ownDryRun = ['run-schedule', 'jobs', 'erase-person'];

/** Returns what a command would do, on which deployment. */
async function dryRunText(command: string, argument: string): Promise<string> {
  await useDeployment(stage());
  const { isStopped } = await import('./settings-table.ts');
  const [, text = ''] = new RegExp(String.raw`^ {2}${command}\b.*\n {4}(.*)`, 'm').exec(usage) ?? [];
  return [
    `Would run ${[command, argument].join(' ').trim()} in ${stage()}: ${text}`,
    `Site: ${fromEnvironment('SITE_ADDRESS')}. Table in use: ${fromEnvironment('TABLE_NAME')}. Changes are ${(await isStopped()) ? 'stopped' : 'possible'}.`,
    'Nothing was changed.',
  ].join('\n');
}

function stage(): string {
  if (values.stage === undefined) throw new UserError(`Name the stage: --stage ${stages.join(', ')}.`);
  return values.stage;
}
const walking = { carryOut: values['carry-out'], again: values.again };
const fromEnvironment = (name: string): string => process.env[name] ?? '';
const tablesInUse = () => ({
  table: fromEnvironment('TABLE_NAME'),
  own: fromEnvironment('OWN_TABLE_NAME'),
  outbox: fromEnvironment('OUTBOX_BUCKET'),
});

async function keyNamed(name: 'fingerprintKey' | 'invitationKey') {
  await useDeployment(stage());
  const { deployedKey } = await import('./rotate-key.ts');
  return deployedKey(name);
}

const commands: Record<string, (argument: string) => Promise<string>> = {
  'set-up': async () => {
    const { ownAccount, settingsBeforeDeployment, setUpState } = await import('./set-up.ts');
    const context = {
      ...contextIn(values.context.flatMap((value) => ['-c', value])),
      stage: stage(),
    };
    const settings = await settingsBeforeDeployment(context);
    return setUpState(ownAccount(settings.stage), settings, context);
  },
  'first-admin': async (email) => {
    const { addFirstAdministrator } = await import('./first-admin.ts');
    await useDeployment(stage());
    const address = await addFirstAdministrator(email, values.name, now());
    return `Open this page within 7 days and choose a password. It works once:\n\n  ${address}\n`;
  },
  'reset-second-factor': async (email) => {
    const { resetSecondFactor } = await import('./reset-second-factor.ts');
    await useDeployment(stage());
    return resetSecondFactor(email, now());
  },
  'run-schedule': async (name) => {
    const { runSchedule } = await import('./run-schedule.ts');
    await useDeployment(stage());
    return runSchedule({ stage: stage(), name, at: values.to, dryRun: values['dry-run'] }, now());
  },
  jobs: async () => {
    const { listJobs, redrive } = await import('./run-schedule.ts');
    await useDeployment(stage());
    return values.redrive ? redrive(stage(), now(), { dryRun: values['dry-run'] }) : listJobs();
  },
  smoke: async () => {
    const { smokeForAMinute } = await import('./smoke.ts');
    await useDeployment(stage());
    const { recordGoodRelease } = await import('./live-versions.ts');
    const { release, text } = await smokeForAMinute(fromEnvironment('SITE_ADDRESS'), values.release);
    await recordGoodRelease(stage(), release, now());
    return text;
  },
  rollback: async () => {
    const { rollBack } = await import('./rollback.ts');
    await useDeployment(stage());
    const [bucket = '', distributionId = ''] = ['PAGES_BUCKET', 'DISTRIBUTION_ID'].map(fromEnvironment);
    return rollBack({ stage: stage(), pages: { bucket, distributionId } }, values.to);
  },
  prune: async () => {
    const { prune } = await import('./prune.ts');
    await useDeployment(stage());
    return prune(stage(), { carryOut: values['carry-out'] });
  },
  releases: async () => {
    await useDeployment(stage());
    const { releaseHistory } = await import('./settings-table.ts');
    const lines = (await releaseHistory()).map(({ at, release, event }) => `${at}  ${release}  ${event}`);
    return lines.join('\n') || 'No release is recorded yet.';
  },
  stop: async () => {
    const { stop } = await import('./stop.ts');
    await useDeployment(stage());
    return stop(stage());
  },
  resume: async () => {
    const { resume } = await import('./stop.ts');
    await useDeployment(stage());
    return resume(stage());
  },
  'check-ledger': async (from) => {
    const { checkLedger } = await import('./check-ledger.ts');
    await useDeployment(stage());
    return checkLedger(from, now(), (line) => console.log(line));
  },
  'verify-agreement': async (file) => {
    const { verifyAgreement } = await import('./verify-agreement.ts');
    return verifyAgreement(file);
  },
  restore: async () => {
    const { restoreTable } = await import('./restore.ts');
    await useDeployment(stage());
    return restoreTable(tablesInUse(), new Date(values.to ?? ''), now());
  },
  'restore-drill': async () => {
    const { listDrills, restoreDrill } = await import('./restore-drill.ts');
    await useDeployment(stage());
    if (values.list) return listDrills();
    return restoreDrill(tablesInUse(), now());
  },
  'replay-erasures': async (former) => {
    const { replayErasures } = await import('./replay-erasures.ts');
    await useDeployment(stage());
    return replayErasures(former || fromEnvironment('OWN_TABLE_NAME'), fromEnvironment('TABLE_NAME'), now(), {
      endMemberships: values['end-memberships'],
    });
  },
  'switch-table': async (to) => {
    const { switchTable } = await import('./switch-table.ts');
    await useDeployment(stage());
    return switchTable(to, fromEnvironment('OWN_TABLE_NAME'));
  },
  'rebuild-people': async () => {
    const { rebuildPeople } = await import('./rebuild-people.ts');
    await useDeployment(stage());
    return rebuildPeople(walking, now());
  },
  'export-person': async (named) => {
    const { exportPerson } = await import('./person-commands.ts');
    await useDeployment(stage());
    return exportPerson(named, values.into, now());
  },
  'erase-person': async (named) => {
    const { erasePersonNow } = await import('./person-commands.ts');
    await useDeployment(stage());
    return erasePersonNow(named, now(), { dryRun: values['dry-run'] });
  },
  'disable-user': async (email) => {
    const { setDisabled } = await import('./disable-user.ts');
    await useDeployment(stage());
    return setDisabled(email, true, now());
  },
  'enable-user': async (email) => {
    const { setDisabled } = await import('./disable-user.ts');
    await useDeployment(stage());
    return setDisabled(email, false, now());
  },
  'rotate-key': async (name) => {
    const { rotateFingerprintKey, rotateInvitationKey } = await import('./rotate-key.ts');
    if (name === 'fingerprint') return rotateFingerprintKey(await keyNamed('fingerprintKey'), walking);
    if (name !== 'invitation') throw new UserError(usage);
    return rotateInvitationKey(await keyNamed('invitationKey'), values['carry-out'], now());
  },
  'rotate-cdn-secret': async () => {
    const { rotateCdnSecret } = await import('./rotate-cdn-secret.ts');
    await useDeployment(stage());
    const [distributionId = '', secretId = ''] = ['DISTRIBUTION_ID', 'CDN_SECRET_ID'].map(fromEnvironment);
    return rotateCdnSecret({ distributionId, secretId }, values['carry-out']);
  },
  'retire-key': async (name) => {
    const { retireFingerprintKey } = await import('./rotate-key.ts');
    if (name !== 'fingerprint') throw new UserError(usage);
    return retireFingerprintKey(await keyNamed('fingerprintKey'), now());
  },
  logs: async (query) => {
    const { queryLogs } = await import('./query-logs.ts');
    await useDeployment(stage());
    return queryLogs(stage(), query, Number(values.hours), now());
  },
  capacity: async () => {
    const { capacityText } = await import('../quotas/capacity.ts');
    const members = Number(values.members);
    if (!Number.isInteger(members) || members < 0) throw new UserError('--members must be a whole number.');
    const { stageQuotas } = await import('./stage-checks.ts');
    return capacityText(members, stageQuotas(stage()));
  },
  'compare-templates': async () => {
    const { compareTemplates } = await import('./compare-templates.ts');
    return compareTemplates(stage(), values.accept);
  },
  'compare-contract': async () => {
    const { compareContract } = await import('./published-contract.ts');
    await useDeployment(stage());
    return compareContract(fromEnvironment('SITE_ADDRESS'));
  },
};

try {
  const [command = '', argument = ''] = positionals;
  const run = commands[command];
  if (!run) throw new UserError(usage);
  mustAccept(command);
  const showsOnly = values['dry-run'] && !ownDryRun.includes(command);
  console.log(await (showsOnly ? dryRunText(command, argument) : run(argument)));
} catch (error) {
  const message = userMessage(error);
  if (message === undefined) throw error;
  console.error(message);
  process.exitCode = 1;
}
