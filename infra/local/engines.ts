import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { wait, later, randomBytes } from './tools/time-and-chance.ts';
import { createRequire } from 'node:module';
import { UserError } from './tools/user-error.ts';
import { openMailbox } from './mailbox.ts';
import { answers, freePort, type Ports } from './ports.ts';
import { serveUserPool } from './second-factor-proxy.ts';
import { seedPool, localPool } from './user-pool.ts';

const engineNames = /dynoxide|cognito-local/;

const listIn = (data: string) => join(data, 'engines.json');

/** Stops the engines of a killed run, so that their ports are free. */
export async function stopOrphanedEngines(data: string): Promise<void> {
  const list = listIn(data);
  if (!existsSync(list)) return;
  const left = pidsOf(readFileSync(list, 'utf8')).filter((pid) => engineNames.test(commandOf(pid)));
  for (const pid of left) process.kill(pid, 'SIGKILL');
  rmSync(list);
  if (left.length > 0) await wait(200);
}

/** Returns the process IDs of a list, also of a truncated one. */
const pidsOf = (text: string): number[] => (text.match(/\d+(?=[,\]])/g) ?? []).map(Number);

/** Records the engines of this run. */
const noteEngines = (data: string, children: readonly ChildProcess[]): void =>
  writeFileSync(listIn(data), JSON.stringify(children.map(({ pid }) => pid)));

/** Returns the command line of a process; empty if it has ended or /proc is missing. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

const require = createRequire(import.meta.url);

export interface Engines {
  stop: () => Promise<void>;
}

/** Starts the local table, file store, user pool, and mailbox with the data folder. */
export async function startEngines(
  ports: Ports,
  data: string,
  say: (line: string) => void,
): Promise<Engines> {
  mkdirSync(data, { recursive: true });
  const closers: (() => Promise<void>)[] = [];
  const poolPort = await freePort();
  const pool = `http://127.0.0.1:${poolPort}`;
  const starts = [
    { what: 'table (DynamoDB)', start: () => startTable(ports, data) },
    { what: 'user pool (Cognito)', start: () => startPeople(ports, poolPort, data) },
  ];
  const children: ChildProcess[] = [];
  let isStopping = false;
  /** Starts an engine, and restarts it when it ends unexpectedly. */
  const run = ({ what, start }: (typeof starts)[number]): ChildProcess | undefined => {
    const child = start();
    if (!child) return undefined;
    children.push(child);
    noteEngines(data, children);
    child.once('exit', (code, signal) => {
      children.splice(children.indexOf(child), 1);
      if (isStopping || !isReady) return;
      say(`The local ${what} ended (${signal ?? code}). It is started again on the same data.`);
      later(() => isStopping || run({ what, start }), restartAfterMs);
    });
    return child;
  };
  let isReady = false;
  const [table, people] = starts.map(run);
  process.on('exit', () => {
    isStopping = true;
    children.forEach((child) => child.kill('SIGKILL'));
  });
  try {
    closers.push(
      await startFiles(ports, data),
      await openMailbox(ports.mail, join(data, 'mail.jsonl'), say),
      await serveUserPool(ports.people, pool, join(data, 'people/second-factors-off.json')),
    );
    await waitForEngine(tableAddress(ports), table, 'table (DynamoDB)', data);
    await waitForEngine(`${pool}/health`, people, 'user pool (Cognito)', data);
    isReady = true;
  } catch (error) {
    isStopping = true;
    for (const child of children) child.kill();
    throw error;
  }
  return {
    stop: async () => {
      isStopping = true;
      await Promise.all([...children.map(ended), ...closers.map(async (close) => close())]);
    },
  };
}

const restartAfterMs = 500;

/** Also enough for a loaded machine; an engine that ends is reported immediately. */
const engineStartMs = 90_000;

// the caller may remove the folder afterwards, so the process must not write any longer
const stopTimeoutMs = 1500;

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const callOff = later(() => child.kill('SIGKILL'), stopTimeoutMs);
  await exited;
  callOff();
}

async function waitForEngine(
  address: string,
  engine: ChildProcess | undefined,
  what: string,
  data: string,
): Promise<void> {
  const died = new Promise<false>((resolve) => engine?.once('exit', () => resolve(false)));
  if (await Promise.race([answers(address, engineStartMs), died])) return;
  throw new UserError(
    `The local ${what} does not start. Your data in ${data} is unchanged. Another program may use its port: start again, or with another --port. The reason may be in ${join(data, 'table.log')}.`,
  );
}

/** Returns the table's address: the local engine, or DYNAMODB_ENDPOINT. */
const tableAddress = (ports: Ports): string =>
  process.env.DYNAMODB_ENDPOINT ?? `http://127.0.0.1:${ports.table}`;

function startTable(ports: Ports, data: string): ChildProcess | undefined {
  if (process.env.DYNAMODB_ENDPOINT) return undefined;
  let engine: string;
  try {
    engine = join(require.resolve('@dynoxide/linux-x64/package.json'), '../dynoxide');
  } catch {
    throw new UserError(
      'There is no local DynamoDB for this machine: the bundled one runs on Linux x64. Start any other (such as DynamoDB Local or LocalStack) and name it in DYNAMODB_ENDPOINT.',
    );
  }
  const child = spawn(
    engine,
    ['serve', '--host', '127.0.0.1', '--port', String(ports.table), '--db-path', join(data, 'table.sqlite')],
    {
      stdio: ['ignore', 'ignore', openSync(join(data, 'table.log'), 'a')],
    },
  );
  return child;
}

async function startFiles(ports: Ports, data: string): Promise<() => Promise<void>> {
  const S3rver = require('@20minutes/s3rver') as new (options: object) => {
    run: () => Promise<unknown>;
    close: () => Promise<void>;
  };
  const folder = join(data, 'files');
  mkdirSync(folder, { recursive: true });
  const server = new S3rver({
    address: '127.0.0.1',
    port: ports.files,
    silent: true,
    directory: folder,
    vhostBuckets: false,
    allowMismatchedSignatures: true,
  });
  await server.run();
  return async () => server.close();
}

function startPeople(ports: Ports, port: number, data: string): ChildProcess {
  const folder = join(data, 'people');
  seedPool(folder, ports);
  return spawn(process.execPath, [require.resolve('cognito-local/lib/bin/start.js')], {
    cwd: folder,
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', CODE: '424242' },
    stdio: 'ignore',
  });
}

/** Returns the key file that replaces Secrets Manager and KMS; creates it once. */
function secretsFile(data: string, make: () => string): string {
  const file = join(data, 'secrets.json');
  if (!existsSync(file)) writeFileSync(file, make(), { mode: 0o600 });
  return file;
}

/** Sets the environment of a deployed Lambda function, with the addresses of the local engines. */
export function setEnvironment(ports: Ports, data: string): void {
  const key = () => randomBytes(32).toString('base64');
  Object.assign(process.env, {
    STAGE: 'local',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
    AWS_ENDPOINT_URL_DYNAMODB: tableAddress(ports),
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${ports.files}`,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: `http://127.0.0.1:${ports.people}`,
    AWS_ENDPOINT_URL_SESV2: `http://127.0.0.1:${ports.mail}`,
    S3_PATH_STYLE: 'true',
    LOCAL_TIMEOUT_MS: '120000',
    TABLE_NAME: 'wellport',
    FILES_BUCKET: 'wellport-files',
    AGREEMENTS_BUCKET: 'wellport-agreements',
    OUTBOX_BUCKET: 'wellport-outbox',
    USER_POOL_ID: localPool.poolId,
    USER_POOL_CLIENT_ID: localPool.clientId,
    WEBHOOKS_TO_LOCALHOST: 'on',
    SITE_ADDRESS: `http://localhost:${ports.site}`,
    SECRETS_FILE: secretsFile(data, () =>
      JSON.stringify({ fingerprintKey: key(), invitationKey: key(), vaultKey: key() }, null, 2),
    ),
  });
}
