import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { bankRoutes, deliverDueReplies } from '../../infra/local/bank/bank-routes.ts';
import { entriesOf } from '../../infra/local/bank/reply-file.ts';
import { loadBankFile } from '../../functions/bank-files/store.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { call } from '../support/call.ts';
import { allRunningJobs, runJob } from '../support/jobs.ts';
import { statusesOf, sendThree } from './received.ts';
import {
  check,
  finishEverything,
  givenPayments,
  send,
  setClock,
  setClockIn,
  threePayments,
  useBankWorld,
} from './runs.ts';

const world = useBankWorld();
const options = {
  load: (path: string) => import(pathToFileURL(resolve(path.slice(1))).href),
  folder: mkdtempSync(join(tmpdir(), 'wellport-bank-')),
};
const bank = bankRoutes(options);
beforeAll(async () => {
  setClock('2071-03-10T15:00:00Z');
});

const workOff = async () => {
  for (const { id } of await allRunningJobs()) await runJob(id);
};
const submit = async (form: Record<string, string>, origin?: string) => {
  const response = await bank.request('http://localhost/local/bank', {
    method: 'POST',
    body: new URLSearchParams(form).toString(),
    headers: { host: 'localhost', ...(origin && { origin }) },
  });
  await workOff();
  return response.status;
};
const show = async (file = '') =>
  (await bank.request(`http://localhost/local/bank${file && `?file=${file}`}`)).text();
const received = async () =>
  (await call(bankFiles.listReceived, world.admin, { query: { pageSize: 40 } })).body.items;

const sentPayments = (period: string) => sendThree(world.admin, period);

describe('the simulated bank', () => {
  it('accepts a file, and returns and corrects the selected entries', async () => {
    const { payments, text, fileId } = await sentPayments('207103');
    const [first, second] = entriesOf(text).map(({ entry }) => entry.trace);
    expect(await show(fileId)).toContain(`code-${first}`);
    expect(await submit({ file: fileId, action: 'acknowledge' })).toBe(303);
    expect(await statusesOf(payments)).toEqual([1, 1, 1]);
    expect(await submit({ file: fileId, [`code-${first}`]: 'R02', [`code-${second}`]: 'C01' })).toBe(303);
    expect(await statusesOf(payments)).toEqual([3, 1, 1]);
    expect(await submit({ file: fileId })).toBe(400);
    expect(await submit({ file: 'none', action: 'acknowledge' })).toBe(404);
    expect(await submit({ file: fileId, action: 'acknowledge' }, 'https://elsewhere.test')).toBe(403);
  });

  it('settles a file on a statement; repeating it has no effect', async () => {
    const { payments, fileId } = await sentPayments('207104');
    const before = (await received()).length;
    expect(await submit({ file: fileId, action: 'settle', twice: 'yes' })).toBe(303);
    expect(await statusesOf(payments)).toEqual([1, 1, 1]);
    expect(await loadBankFile(fileId)).toMatchObject({ statement: { position: 1 } });
    expect(await received()).toHaveLength(before + 1);
    expect((await received())[0]).toMatchObject({ kind: 'statement', status: 'done' });
  });

  it('replies when the clock reaches the scheduled day', async () => {
    const { payments, fileId } = await sentPayments('207105');
    expect(await submit({ file: fileId, action: 'acknowledge', late: '3' })).toBe(303);
    expect(await statusesOf(payments)).toEqual([2, 2, 2]);
    expect(await show()).toContain('05/13/2071');
    expect(await deliverDueReplies(options)).toBe(0);
    setClock('2071-05-13T15:00:00Z');
    expect(await deliverDueReplies(options)).toBe(1);
    await workOff();
    expect(await statusesOf(payments)).toEqual([1, 1, 1]);
    expect(await show()).not.toContain('05/13/2071');
  });

  it('sends unreadable data, which is stored and changes nothing', async () => {
    const { payments, fileId } = await sentPayments('207106');
    expect(await submit({ file: fileId, action: 'rubbish' })).toBe(303);
    expect((await received())[0]).toMatchObject({ kind: 'unreadable', status: 'unreadable' });
    expect(await statusesOf(payments)).toEqual([2, 2, 2]);
  });

  it.each([
    ['loses', '207107', false],
    ['hides', '207108', true],
  ] as const)('%s a file, whose delivery is Unknown until the next check', async (mode, period, isThere) => {
    setClockIn(period);
    const payments = threePayments(period);
    await givenPayments(payments);
    const { hash } = (await check(world.admin, period)).body;
    expect(await submit({ mode })).toBe(303);
    const { body } = await send(world.admin, period, hash);
    await runJob(body.jobId);
    const fileId = body.files[0].id;
    expect(await loadBankFile(fileId)).toMatchObject({ status: 'unknown', attempts: 1 });
    expect((await show(fileId)).includes('does not have this file')).toBe(!isThere);
    expect(await submit({ mode: 'takes' })).toBe(303);
    await finishEverything();
    expect(await loadBankFile(fileId)).toMatchObject({ status: 'submitted', attempts: isThere ? 1 : 2 });
    expect(await statusesOf(payments)).toEqual([2, 2, 2]);
  });
});
