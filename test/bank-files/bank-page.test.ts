import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { bankRoutes } from '../../infra/local/bank/bank-page.ts';
import { entriesOf } from '../../infra/local/bank/reply-file.ts';
import { now } from '../../functions/platform/clock.ts';
import { setPin } from '../../functions/users/pin.ts';
import { allRunningJobs, runJob } from '../support/jobs.ts';
import { makeWorld, type World } from '../support/world.ts';
import { sendToBank, statusesOf } from './received.ts';
import { givenPayments, pin, setClock, threePayments } from './runs.ts';

let world: World;
const bank = bankRoutes((path) => import(pathToFileURL(resolve(path.slice(1))).href));
beforeAll(async () => {
  world = await makeWorld();
  setClock('2071-03-10T15:00:00Z');
  await setPin(world.admin.id, pin, now());
});

const answer = async (form: Record<string, string>, origin?: string) => {
  const response = await bank.request('http://localhost/local/bank', {
    method: 'POST',
    body: new URLSearchParams(form).toString(),
    headers: { host: 'localhost', ...(origin && { origin }) },
  });
  for (const { id } of await allRunningJobs()) await runJob(id);
  return response.status;
};

it('the stand-in for the bank takes a file, and returns and corrects the entries that are chosen', async () => {
  const payments = threePayments('207103');
  await givenPayments(payments);
  const { text, fileId } = await sendToBank(world.admin, '207103');
  const shown = await (await bank.request(`http://localhost/local/bank?file=${fileId}`)).text();
  const [first, second] = entriesOf(text).map(({ entry }) => entry.trace);
  expect(shown).toContain(`code-${first}`);
  expect(await answer({ file: fileId, acknowledge: 'yes' })).toBe(303);
  expect(await statusesOf(payments)).toEqual([1, 1, 1]);
  expect(await answer({ file: fileId, [`code-${first}`]: 'R02', [`code-${second}`]: 'C01' })).toBe(303);
  expect(await statusesOf(payments)).toEqual([3, 1, 1]);
  // no answer without a code, of a file that is not there, or from another site
  expect(await answer({ file: fileId })).toBe(400);
  expect(await answer({ file: 'none', acknowledge: 'yes' })).toBe(404);
  expect(await answer({ file: fileId, acknowledge: 'yes' }, 'https://elsewhere.test')).toBe(403);
});
