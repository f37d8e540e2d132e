import type { Page, Route } from 'playwright-core';
import { setFlags } from '../support/flags.ts';
import { beforeAll, expect, test } from 'vitest';
import { loadPartner } from '../../functions/partners/store.ts';
import { useWorld } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { confirmIdentity, usePortal } from '../web/portal.ts';

// On a slow network, stored values arrive long after a save; input entered before then is kept and saved next.

const portal = usePortal();
const world = useWorld();
let page: Page;

beforeAll(async () => {
  await setFlags({ gmrAddProgram: true });
  const admin = await createUser({ role: 'systemAdmin' });
  page = await portal.visitAs(admin.email, '/admin/partners/list');
});

const info = (rest: string) => `/partnerowner/partners/${world.own.partner.id}/partnerInfo/${rest}`;
const saveButton = () => page.getByRole('button', { name: 'Save', exact: true });

interface Typing {
  path: string;
  slow: string;
  label: string;
  first: string;
  second: string;
  isSensitive?: boolean;
}

async function typeMeanwhile({ path, slow, label, first, second, isSensitive }: Typing): Promise<void> {
  await page.goto(portal.address + path);
  const field = page.getByRole('textbox', { name: label });
  await field.fill(first);
  const late = Promise.withResolvers<void>();
  const promiseWithResolvers = Promise.withResolvers<void>();
  const wait = async (route: Route) => {
    if (route.request().method() !== 'GET') return route.continue();
    promiseWithResolvers.resolve();
    await late.promise;
    return route.continue();
  };
  await page.route(`**/api/${slow}*`, wait);
  await saveButton().click();
  if (isSensitive) await confirmIdentity(page);
  await promiseWithResolvers.promise;
  await field.fill(second);
  const came = page.waitForResponse((response) => response.url().includes(`/api/${slow}`));
  late.resolve();
  await came;
  await page.unroute(`**/api/${slow}*`, wait);
  await expect.poll(() => saveButton().getAttribute('aria-busy')).not.toBe('true');
  expect(await field.inputValue()).toBe(second);
}

test('keeps partner input entered while stored values load, and saves it next', async () => {
  await typeMeanwhile({
    path: info('general'),
    slow: 'partners/get',
    label: 'Industry',
    first: 'Printing',
    second: 'Printing and binding',
  });
  await saveButton().click();
  await expect
    .poll(async () => (await loadPartner(world.own.partner.id)).industry)
    .toBe('Printing and binding');
  // no unsaved changes and no confirmation
  await expect.poll(() => saveButton().isDisabled()).toBe(true);
});

test('keeps the name that a manager enters while the session reloads', async () => {
  const manager = await createUser({ role: 'partnerManager', partnerId: world.own.partner.id });
  const admins = page;
  page = await portal.visitAs(manager.email, '/partnermanager');
  await typeMeanwhile({
    path: '/partnermanager/profile/general',
    slow: 'partnermanagers/get',
    label: 'First Name',
    first: 'Ina',
    second: 'Ina Maria',
    isSensitive: true,
  });
  // the name in the header follows the session
  await page.locator('.account-button').filter({ hasText: 'Ina' }).waitFor();
  expect(await page.getByRole('textbox', { name: 'First Name' }).inputValue()).toBe('Ina Maria');
  await page.context().close();
  page = admins;
});
