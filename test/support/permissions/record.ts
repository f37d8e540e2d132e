import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { workerOfKind, type JobKind } from '../../../shared/jobs/job.ts';
import {
  called,
  needOfFile,
  needOfKms,
  needOfMissingFile,
  needOfQueue,
  needsOf,
  type Need,
} from './commands.ts';
import { handlerOfRole, roleOfJob } from './handler-of-role.ts';
import { isRefused } from './restricted-handlers.ts';

type Work<Given extends unknown[], Result> = (...values: Given) => Result;

/**
 * Uses recorded by this process. Instrumented sources find it through its symbol (test/support/permissions/plugin.ts).
 */
export interface Recorder {
  /** The active role; undefined outside of handlers, for example in fixtures. */
  roles: AsyncLocalStorage<string | undefined>;
  /** Recorded uses, one line each: role, action, resource, key. */
  lines: Set<string>;
  /** Those that are in no file yet. */
  unwritten: string[];
  /** A handler that notes its call and runs under its own name. */
  asRole: <Given extends unknown[], Result>(role: string, work: Work<Given, Result>) => Work<Given, Result>;
  asJob: <Given extends unknown[], Result>(kind: string, work: Work<Given, Result>) => Work<Given, Result>;
  /** Runs code without a role: a local worker that a handler's message started. */
  asNobody: <Result>(work: () => Result) => Result;
  note: (...needs: Need[]) => void;
  /** Calls that local stand-ins replace and AWS would receive. */
  needs: {
    secrets: () => Need;
    kms: typeof needOfKms;
    queueOf: (kind: JobKind) => Need;
    queue: typeof needOfQueue;
    file: typeof needOfFile;
    ses: (command: string) => Need[];
  };
}

function makeRecorder(): Recorder {
  const roles = new AsyncLocalStorage<string | undefined>();
  const [lines, unwritten] = [new Set<string>(), new Array<string>()];
  const add = (role: string, { action, resource, key }: Need): void => {
    const line = [role, action, resource, key].join('\t');
    if (lines.has(line)) return;
    lines.add(line);
    unwritten.push(line);
  };
  const note: Recorder['note'] = (...needs) => {
    const role = roles.getStore();
    if (role === undefined) return;
    for (const need of needs) {
      add(role, need);
      if (need.resource === 'table') mustNotBeRefused(handlerOfRole(role), need);
    }
  };
  let watching = false;
  const asRole: Recorder['asRole'] =
    (role, work) =>
    (...overrides) => {
      if (!watching) watchClients(roles, note);
      watching = true;
      add(role, { action: called, resource: '', key: '' });
      return roles.run(role, () => work(...overrides));
    };
  return {
    roles,
    lines,
    unwritten,
    asRole,
    asJob: (kind, work) => asRole(roleOfJob(kind), work),
    asNobody: (work) => roles.run(undefined, work),
    note,
    needs: {
      secrets: () => ({ action: 'secretsmanager:GetSecretValue', resource: 'secrets', key: '' }),
      kms: needOfKms,
      queueOf: (kind) => needOfQueue(workerOfKind(kind)),
      queue: needOfQueue,
      file: needOfFile,
      ses: (command) => needsOf('SESv2Client', command, {}),
    },
  };
}

/** Fails the test immediately if the role denies the key. */
function mustNotBeRefused(handler: string, { action, key }: Need): void {
  const name = action.replace('dynamodb:', '');
  if (isRefused(handler, name, key))
    throw new Error(
      `${handler} may not ${name} ${key.split('#')[0]}: its role refuses it (infra/permissions/key-statements.ts)`,
    );
}

interface Sender {
  send: (this: object, command: { input: Record<string, unknown> }, ...rest: unknown[]) => unknown;
}

const isMissing = (error: unknown): boolean =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404;

/** Every client of the SDK sends by one method, which is made to note first what it sends. */
function watchClients(roles: Recorder['roles'], note: Recorder['note']): void {
  // loaded when a handler first runs, and so already there: tests of rules do without it
  const { DynamoDBClient } = createRequire(import.meta.url)('@aws-sdk/client-dynamodb') as {
    DynamoDBClient: { prototype: object };
  };
  let owner = DynamoDBClient.prototype;
  while (!Object.hasOwn(owner, 'send')) owner = Object.getPrototypeOf(owner) as object;
  const base = owner as Sender;
  const { send } = base;
  base.send = function (command, ...rest) {
    if (roles.getStore() === undefined) return send.call(this, command, ...rest);
    const client = this.constructor.name;
    note(...needsOf(client, command.constructor.name, command.input));
    const sent = send.call(this, command, ...rest);
    if (client === 'S3Client')
      Promise.resolve(sent).catch((error: unknown) => {
        if (isMissing(error)) note(needOfMissingFile(command.input));
      });
    return sent;
  };
}

const known = Symbol.for('wellport.rights');

/** One for all test files of this process. */
export const rights: Recorder = ((globalThis as { [known]?: Recorder })[known] ??= makeRecorder());

/** Adds what is new to this process's file, where the run has a folder for it (test/support/run.ts). */
export function storeRecord(): void {
  const folder = process.env.RIGHTS_FOLDER;
  const news = rights.unwritten.splice(0);
  if (folder && news.length > 0)
    appendFileSync(join(folder, `${process.pid}.used`), news.map((line) => `${line}\n`).join(''));
}
