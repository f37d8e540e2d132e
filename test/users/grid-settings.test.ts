import { expect, it } from 'vitest';
import { users } from '../../shared/contracts/users.ts';
import { call } from '../support/call.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();

const params = { grid: 'employees' };
const view = (name: string) => ({
  name,
  filter: 'ann',
  invitationStatus: '',
  sortBy: 'memberEmail',
  sortOrder: 'desc',
  hiddenColumns: ['memberPhoneNumber'],
});
const read = async (as = world.own.manager) => (await call(users.gridSettings, as, { params })).body;
const save = (body: object, as = world.own.manager) => call(users.saveGridSettings, as, { params, body });

it('saves columns and views per user, and rejects a concurrent change of another device', async () => {
  expect(await read()).toEqual({ hiddenColumns: null, views: [], version: 0 });
  const first = await save({ hiddenColumns: ['facilityName'], views: [view('New people')], version: 0 });
  expect(first.status).toBe(200);
  expect(await read()).toEqual({ hiddenColumns: ['facilityName'], views: [view('New people')], version: 1 });
  expect(await read(world.other.manager)).toMatchObject({ hiddenColumns: null, version: 0 });
  const late = await save({ hiddenColumns: [], views: [], version: 0 });
  expect(late.status).toBe(409);
  expect(late.body.message).toContain('another device');
  expect((await save({ hiddenColumns: [], views: [], version: 1 })).body).toMatchObject({ version: 2 });
});

it('rejects duplicate view names and more than fifty views', async () => {
  const { version } = await read();
  const same = await save({ hiddenColumns: null, views: [view('A'), view('a')], version });
  expect(same.status).toBe(400);
  expect(JSON.stringify(same.body)).toContain('Name must be unique. Item with a already exist.');
  const many = Array.from({ length: 51 }, (_, index) => view(`View ${index}`));
  expect((await save({ hiddenColumns: null, views: many, version })).status).toBe(400);
});
