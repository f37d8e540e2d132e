import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadFacility } from '../../functions/facilities/store.ts';
import { facilities } from '../../shared/facilities/contract.ts';
import type { User } from '../../functions/users/user.ts';
import { axeFaults } from '../support/axe.ts';
import { call } from '../support/call.ts';
import { makeWorld, type World } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { openPortal, type Portal } from '../web/portal.ts';

let portal: Portal;
let world: World;
let admin: User;
let page: Page;

beforeAll(async () => {
  world = await makeWorld();
  admin = await createUser({ role: 'systemAdmin' });
  portal = await openPortal();
  page = await portal.visitAs(admin.email, '/admin/facilities');
}, 180_000);
afterAll(() => portal?.close());

const id = '4100';
const field = (label: string) => page.getByLabel(label, { exact: false });
const save = () => page.getByRole('button', { name: 'Save facility' });

it('shows a facility with its status and saves changes', async () => {
  await page.goto(`${portal.address}/admin/facilities/${id}/general`);
  const state = page.getByRole('combobox', { name: 'State' });
  await expect.poll(() => state.inputValue()).toBe('Minnesota');
  expect(await save().isDisabled()).toBe(true);
  expect(await axeFaults(page)).toEqual([]);
  await state.fill('wisc');
  await page.getByRole('option', { name: 'Wisconsin' }).click();
  await field('ZIP Code').fill('54001');
  await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'On hold' });
  await field('Until').fill('2027-03-01');
  await save().click();
  await page.getByText('On hold').first().waitFor();
  await expect.poll(() => save().isDisabled()).toBe(true);
  expect(await loadFacility(id)).toMatchObject({
    state: 'WI',
    zipCode: '54001',
    enrollmentStatus: 2,
    statusUntil: '2027-03-01',
  });
  await page.reload();
  await expect.poll(() => state.inputValue()).toBe('Wisconsin');
});

it('reports a conflict to the second administrator and keeps the entries', async () => {
  await field('Description').fill('Open day and night.');
  const club = await loadFacility(id);
  const { status } = await call(facilities.save, world.admin, {
    params: { facilityId: id },
    body: { ...formOf(club), city: 'Hudson', version: club.version },
  });
  expect(status).toBe(200);
  await save().click();
  await page.getByText('Someone else changed this').first().waitFor();
  expect(await field('Description').inputValue()).toBe('Open day and night.');
  expect((await loadFacility(id)).description).toBe(club.description);
});

const formOf = (club: Awaited<ReturnType<typeof loadFacility>>) => ({
  name: club.name,
  description: club.description,
  rules: '',
  facilityLocationType: club.facilityLocationType,
  address1: club.address1,
  city: club.city,
  state: club.state,
  zipCode: club.zipCode,
  latitude: String(club.latitude),
  longitude: String(club.longitude),
  contactNumber: club.contactNumber,
  website: club.website,
  afNumber: club.afNumber,
  isPpv: false,
  enrollmentStatus: club.enrollmentStatus,
  statusUntil: club.statusUntil ?? '',
});
