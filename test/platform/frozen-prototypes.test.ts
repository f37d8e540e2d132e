import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { endpoints } from '../../shared/contracts/all.ts';
import { handlerOf } from '../../infra/build/handlers.ts';
import { schedulesByMinutes } from '../../infra/local/schedules.ts';
import { handlersMade } from '../support/built-folder.ts';

const run = promisify(execFile);
const state = `console.log([Object, Array, Function].every(({ prototype }) => Object.isFrozen(prototype)))`;

/** Loads a module in its own process and returns whether the prototypes that all requests share are frozen. */
async function isFrozenBy(file: string): Promise<boolean> {
  const url = pathToFileURL(resolve(file)).href;
  const script = `await import(${JSON.stringify(url)}); ${state}; process.exit()`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script]);
  return stdout.trim().endsWith('true');
}

it('freezes shared prototypes in functions of endpoints, schedules, and queues', async () => {
  const folder = await handlersMade();
  const handlers = [
    handlerOf(endpoints.find(({ path }) => path === '/scim/v2/Bulk') ?? endpoints[0]!),
    [...schedulesByMinutes.values()].flat()[0] ?? '',
    'jobs/on-data-message',
    'site/on-unknown-path',
  ];
  for (const handler of handlers)
    expect([handler, await isFrozenBy(join(folder, handler, 'index.mjs'))]).toEqual([handler, true]);
});

it('freezes shared prototypes in the local gateway and worker', async () => {
  expect(await isFrozenBy('infra/local/wellport.ts')).toBe(true);
});

it('lets objects override inherited names, which a frozen prototype would refuse', () => {
  const text = { toString: () => 'own' };
  const assigned: { toString: () => string; constructor: unknown } = {};
  assigned.toString = () => 'own';
  assigned.constructor = undefined;
  expect([String(assigned), String(text), Object.keys(assigned)]).toEqual([
    'own',
    'own',
    ['toString', 'constructor'],
  ]);
  expect(() => Object.assign(Object.prototype, { toString: 'x' })).toThrow(TypeError);
  expect(() => Object.assign(Object.prototype, { partnerId: '2' })).toThrow(TypeError);
});
