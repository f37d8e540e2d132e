import {
  GetFunctionConcurrencyCommand,
  InvokeCommand,
  LambdaClient,
  ListEventSourceMappingsCommand,
  PublishVersionCommand,
  UpdateAliasCommand,
  UpdateFunctionConfigurationCommand,
} from '@aws-sdk/client-lambda';
import { ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { SenderRefused } from '../../functions/platform/email.ts';
import { functionNameOf } from '../../infra/build/handlers.ts';
import { liveAlias } from '../../infra/stacks/live-alias.ts';
import { milliseconds, now, wait } from '../../infra/local/tools/time-and-chance.ts';
import { rebuildPeople } from '../../infra/operate/rebuild-people.ts';
import { resume, stop, writingHandlers } from '../../infra/operate/stop.ts';
import { useDeployment } from '../../infra/operate/deployment.ts';
import { deployedKey, rotateFingerprintKey } from '../../infra/operate/rotate-key.ts';
import { liveVersions, recordGoodRelease } from '../../infra/operate/live-versions.ts';
import { prune } from '../../infra/operate/prune.ts';
import { rollBack } from '../../infra/operate/rollback.ts';
import { recordRelease } from '../../infra/operate/settings-table.ts';
import { restoreTable } from '../../infra/operate/restore.ts';
import { switchTable } from '../../infra/operate/switch-table.ts';
import { harborWorks } from './harbor-works.ts';
import { scheduledHandlers } from '../../infra/build/schedules.ts';
import { defined } from '../support/defined.ts';
import { addSomebody } from './people.ts';

export type Output = (stack: string, name: string) => string;

/** The file that checkBehind stores twice in the outbox. */
export const ownFile = 'checks/one.txt';

const say = (good: boolean, text: string): boolean => {
  console.log(`${good ? 'good' : 'BAD '}  ${text}`);
  return good;
};

/** A call with the administrator's token, as `call` in calls.ts. */
export type AsAdministrator = (
  method: 'GET' | 'POST',
  path: string,
  body?: object,
) => Promise<{ status: number; body: unknown }>;

/** Tests operator procedures: schedules, dead letters, point-in-time recovery, and a lost pool. */
export async function checkDrills(output: Output, endpoint: string, call: AsAdministrator): Promise<boolean> {
  const drills = [
    () => runSchedules(),
    () => setAside(output, endpoint),
    () => restore(output, call),
    () => rebuild(),
    () => stopAndResume(),
    () => rollBackAndPrune(),
    () => rotateKey(),
  ];
  let good = true;
  for (const drill of drills) good = (await drill()) && good;
  return good;
}

/** Invokes each scheduled handler through its alias. */
async function runSchedules(): Promise<boolean> {
  const lambda = new LambdaClient({});
  const failed: string[] = [];
  for (const handler of scheduledHandlers) {
    const { FunctionError, Payload } = await lambda.send(
      new InvokeCommand({
        FunctionName: functionNameOf('dev', handler),
        Qualifier: liveAlias,
        Payload: JSON.stringify({ time: now().toISOString() }),
      }),
    );
    if (FunctionError)
      failed.push(
        `${handler}: ${Buffer.from(Payload ?? [])
          .toString()
          .slice(0, 200)}`,
      );
  }
  for (const line of failed) console.log(`      ${line}`);
  return say(
    failed.length === 0,
    `${scheduledHandlers.length - failed.length} of ${scheduledHandlers.length} schedules ran`,
  );
}

/** Verifies that an unreadable message is moved to the failed ones immediately. */
async function setAside(output: Output, endpoint: string): Promise<boolean> {
  const sqs = new SQSClient({});
  const addressOf = (name: string) => new URL(new URL(output('Jobs', name)).pathname, endpoint).href;
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: addressOf('dataQueueAddress'),
      MessageBody: 'not a job',
      MessageGroupId: 'drill',
      MessageDeduplicationId: `drill-${now().getTime()}`,
    }),
  );
  for (let turn = 0; turn < 40; turn++) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl: addressOf('FailedJobsAddress'), VisibilityTimeout: 0 }),
    );
    if (Messages.some(({ Body }) => Body === 'not a job'))
      return say(true, 'a message that cannot be read is with the failed ones');
    await wait(500);
  }
  return say(false, 'a message that cannot be read did not come to the failed ones within 20 s');
}

async function restore(output: Output, call: AsAdministrator): Promise<boolean> {
  const began = milliseconds();
  const own = output('Data', 'TableName');
  const stored = { table: own, own, outbox: output('Data', 'OutboxName') };
  const at = now();
  const said = await restoreTable(stored, at, at);
  const took = ((milliseconds() - began) / 1000).toFixed(1);
  // the only unknown file in the outbox is this check's own
  const problems = said.split('\n').filter((line) => line.startsWith('  ') && !line.includes(ownFile));
  const right = problems.length === 0 && said.includes('It equals the current table');
  if (!right) console.log(said);
  say(right, `restored and proved in ${took} s, ledger difference 0.00`);
  const restored = /^\S+/.exec(said)?.[0] ?? '';
  return (await switchThere(restored, own, call)) && right;
}

/** Switches to the restored table and back: a change made meanwhile is in the restored table only. */
async function switchThere(restored: string, own: string, call: AsAdministrator): Promise<boolean> {
  const switchDuringStop = async (to: string) => {
    await stop('dev');
    await switchTable(to, own);
    await resume('dev');
  };
  const isListed = async () => {
    const { body } = await call('GET', '/partners/list?filter=lighthouse');
    return JSON.stringify(body).includes('Lighthouse Works');
  };
  await switchDuringStop(restored);
  const partner = { ...harborWorks, partnerIDNumber: 'LW-0001', name: 'Lighthouse Works', usBankCode: 'LW' };
  const { status } = await call('POST', '/partners/save', partner);
  const during = await isListed();
  await switchDuringStop('own');
  const after = await isListed();
  return say(
    status === 200 && during && !after,
    `switched to the restored table and back: a new partner was ${status}, listed ${during}, then ${after}`,
  );
}

/** Stops and resumes all writes with the operator commands. */
async function stopAndResume(): Promise<boolean> {
  const lambda = new LambdaClient({});
  const names = writingHandlers.map((handler) => functionNameOf('dev', handler));
  const states = async () => {
    const limits = names.map(async (FunctionName) => {
      const command = new GetFunctionConcurrencyCommand({ FunctionName });
      return (await lambda.send(command)).ReservedConcurrentExecutions;
    });
    const { EventSourceMappings = [] } = await lambda.send(new ListEventSourceMappingsCommand({}));
    return {
      stopped: (await Promise.all(limits)).filter((limit) => limit === 0).length,
      taking: EventSourceMappings.filter(({ State }) => State === 'Enabled').length,
    };
  };
  await stop('dev');
  const during = await states();
  await resume('dev');
  const after = await states();
  const right =
    during.stopped === names.length && during.taking === 0 && after.stopped === 0 && after.taking === 3;
  if (!right) console.log(`      ${JSON.stringify({ during, after })}`);
  return say(right, `stopped and resumed ${names.length} functions and the workers`);
}

/** Restores the previous release, then removes the version that no release has. */
async function rollBackAndPrune(): Promise<boolean> {
  const lambda = new LambdaClient({});
  const FunctionName = functionNameOf('dev', 'partners/list');
  const live = async () => (await liveVersions(lambda, 'dev'))[FunctionName];
  await recordGoodRelease('dev', 'drill-1', now());
  const before = await live();
  for (const Description of ['drill 2', 'drill 3']) {
    await lambda.send(new UpdateFunctionConfigurationCommand({ FunctionName, Description }));
    const { Version } = await lambda.send(new PublishVersionCommand({ FunctionName }));
    await lambda.send(
      new UpdateAliasCommand({ FunctionName, Name: liveAlias, FunctionVersion: defined(Version) }),
    );
  }
  await recordRelease({ at: now().toISOString(), release: 'drill-2', event: 'deployed' });
  const during = await live();
  const told = await rollBack({ stage: 'dev' });
  const after = await live();
  const pruned = await prune('dev', { carryOut: true });
  const right =
    before !== during &&
    after === before &&
    told.includes('1 changed function.') &&
    pruned.startsWith('Former releases: 1 version,');
  if (!right) console.log(`      ${JSON.stringify({ before, during, after })} ${told} ${pruned}`);
  return say(right, `rolled back one changed function and removed the version of no release`);
}

/** Adds a version of the fingerprint key and upgrades the bank account that the main workflow stored. */
async function rotateKey(): Promise<boolean> {
  await useDeployment('dev');
  const told = await rotateFingerprintKey(deployedKey('fingerprintKey'), { carryOut: true, again: false });
  const right = told.startsWith('Version 2 ') && told.includes('upgraded to version 2');
  if (!right) console.log(`      ${told}`);
  return say(right, 'the fingerprint key was rotated while the portal ran');
}

/** Restores a user's login that was lost with the pool. */
async function rebuild(): Promise<boolean> {
  const { removePoolUser, findPoolUser } = await import('../../functions/platform/user-pool.ts');
  const email = 'robin.lost@wellport.test';
  await addSomebody(email, 'member');
  await removePoolUser(email);
  const emailed = await rebuildPeople({ carryOut: true, again: true }, now()).catch((error: unknown) => {
    // the login is created before the email is sent
    if (!(error instanceof SenderRefused)) throw error;
    console.log('      the sender is not verified, so the link was not emailed');
    return undefined;
  });
  const back = await findPoolUser(email);
  const invited = / (\d+) {2}invited/.exec(emailed ?? '')?.[1] ?? '0';
  return say(back !== undefined, `a lost sign-in was made again from the table, ${invited} emailed`);
}
