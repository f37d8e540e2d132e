import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getRequestListener } from '@hono/node-server';
import { createServer } from 'node:http';
import { rosterChangesOf } from '../../functions/employees/changes/change-store.ts';
import { gateway } from '../../infra/local/gateway.ts';
import type { Ports } from '../../infra/local/ports.ts';
import { addMembers, freshPartner, rosterOf } from '../employees/people.ts';
import { createApiClient } from '../support/api-clients.ts';
import { listen } from '../support/listen.ts';
import { startWorker } from '../support/worker.ts';
import { useWorld } from '../support/world.ts';
import { writesOf } from './writes.ts';

const world = useWorld();
const script = resolve('docs/examples/sync-roster.mjs');
const folder = mkdtempSync(join(tmpdir(), 'sync-roster-'));
const file = join(folder, 'employees.csv');

let address: string;
let stop: () => void;
let worker: ReturnType<typeof startWorker>;
beforeAll(async () => {
  worker = startWorker();
  const load = (path: string) => import(resolve(path.slice(1)));
  const server = createServer(getRequestListener(gateway({ people: 1 } as Ports, load).fetch));
  address = await listen(server);
  stop = () => void server.close();
});
afterAll(async () => {
  await worker?.stop();
  stop?.();
  rmSync(folder, { recursive: true });
});

interface Run {
  code: number;
  output: string;
  errors: string;
}

it('keeps a roster synchronized with a file from the guide: adds, changes, and ends memberships', async () => {
  expect(readFileSync(script, 'utf8').split('\n').filter(Boolean).length).toBeLessThanOrEqual(40);
  const partnerId = await freshPartner(500);
  const members = await addMembers(partnerId, 30, (index) => ({ employeeNumber: `E-${index}` }));
  const client = await createApiClient({ ownerKind: 'partner', ownerId: partnerId });
  const run = (): Promise<Run> =>
    new Promise((ended) => {
      const env = { ...process.env, WELLPORT: address, CLIENT_ID: client.id, CLIENT_SECRET: client.secret };
      execFile(process.execPath, [script, file], { env }, (error, output, errors) =>
        ended({ code: Number(error?.code ?? 0), output, errors }),
      );
    });
  const synchronize = (lines: readonly string[]): Promise<Run> => {
    writeFileSync(file, ['employeeNumber,firstName,lastName,email,phone', ...lines].join('\r\n'));
    return run();
  };
  const line = ({ employeeNumber, firstName, lastName, email }: (typeof members)[number], phone = '') =>
    [employeeNumber, firstName, `"${lastName}"`, email, phone].join(',');
  const names = async () =>
    (await rosterOf(world, partnerId)).map((row) => String(row.memberEmail)).toSorted();

  // one member has a new phone, one is missing, and one is new
  const [first, ...others] = members;
  const changed = first ? line(first, '"612 555 0100"') : '';
  const lines = [
    changed,
    ...others.slice(1).map((member) => line(member)),
    'E-90,Eva,Dahl,eva.dahl@people.test,',
  ];
  const done = await synchronize(lines);
  expect(done).toMatchObject({ code: 0, errors: '' });
  expect(done.output).toBe(
    'applied {"rows":30,"added":1,"changed":1,"ended":1,"unchanged":28,"skipped":0,"failed":0}\n',
  );
  expect(await names()).toEqual(
    [
      ...members.filter((_, index) => index !== 1).map(({ email }) => email),
      'eva.dahl@people.test',
    ].toSorted(),
  );

  // an unchanged file repeats the request and writes nothing
  const writes = await writesOf(async () => {
    expect((await run()).output).toBe(done.output);
  });
  expect(writes.filter((pk) => !pk.startsWith('API-CALLS#'))).toEqual([]);

  // a former content after another one is a new batch
  expect((await synchronize(lines.slice(0, -1))).output).toContain('"ended":1');
  expect((await synchronize(lines)).output).toContain('"added":1');

  // a wrong row is printed and ends no membership
  const wrong = await synchronize(lines.with(1, 'E-2,Ann,Lund,no email,'));
  expect([wrong.code, wrong.errors]).toEqual([
    1,
    'row 2: no email Email is not valid. Write it as name@example.com.\n',
  ]);
  expect(await names()).toHaveLength(30);

  // above the limit, the batch waits for an administrator, as with a file
  const short = await synchronize(lines.slice(0, 20));
  expect([short.code, short.output.split(' ')[0]]).toEqual([1, 'waiting']);
  expect(await names()).toHaveLength(30);
  const imports = await rosterChangesOf(partnerId, undefined);
  expect(imports.items.map(({ status }) => status)).toEqual(['waiting', 'done', 'done', 'done', 'done']);
});
