import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deliverWebhooksHandler as deliver } from '../../functions/integrations/handlers/webhooks.ts';
import { forgetReceivers } from '../../functions/integrations/webhooks/events.ts';
import { webhooksChange, webhooksOf } from '../../functions/integrations/webhooks/store.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { expectAccessible } from '../support/axe.ts';
import { makeWorld, someMember } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { confirmIdentity, openPortal, type Portal, signIn } from '../web/portal.ts';
import { behaviors, mustBeSigned, startReceiver } from './receiver.ts';

let portal: Portal;
beforeAll(async () => {
  await makeWorld();
  Object.assign(process.env, { STAGE: 'local', WEBHOOKS_TO_LOCALHOST: 'on' });
  await transact(...webhooksChange(await webhooksOf('partner-1'), []));
  forgetReceivers();
  portal = await openPortal();
});
afterAll(() => {
  process.env.CLOCK_SHIFT_MS = '0';
  return portal?.close();
});

const open = async (page: Page, email: string, path: string) => {
  await page.goto(`${portal.address}/?login=true&redirectUrl=${encodeURIComponent(path)}`);
  await signIn(page, email);
  await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
};

it('adds a webhook, shows its secret once and its deliveries, and repeats a failed one', async () => {
  const receiver = await startReceiver();
  const manager = await createUser({ role: 'partnerManager', partnerId: '1' });
  const page = await portal.visit('/');
  await open(page, manager.email, '/partnermanager/webhooks');
  await page.getByText('No webhooks yet').waitFor();
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a webhook' });
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await dialog.getByText('Address is required.').waitFor();
  await dialog.getByText('Select at least one event.').waitFor();
  await dialog.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Payroll');
  await dialog.getByRole('checkbox', { name: 'member.invited' }).check();
  expect(await dialog.getByRole('checkbox', { name: 'visit.counted' }).count()).toBe(0);
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await confirmIdentity(page);
  const secretDialog = page.getByRole('dialog', { name: 'Copy the secret' });
  const secret = (await secretDialog.locator('code').textContent()) ?? '';
  await secretDialog.getByRole('button', { name: 'Done' }).click();
  const card = page.getByRole('region', { name: 'Payroll' });
  await card.getByText('IDs only').waitFor();
  expect(await page.content()).not.toContain(secret);
  await expectAccessible(page, [390, 744, 1366]);

  receiver.behave(behaviors.fails);
  const member = someMember('WP1', '1');
  await transact(...memberChange(null, member));
  await transact(
    ...memberChange(await loadMember('WP1'), { ...(await loadMember('WP1')), invitationStatus: 2 }),
  );
  await deliver();
  await card.getByRole('button', { name: 'Show deliveries' }).click();
  await page.getByText('No delivered events').waitFor();
  await page.getByRole('button', { name: 'Waiting' }).click();
  await page.getByRole('cell', { name: '500: The receiver responded with 500.' }).waitFor();
  await expectAccessible(page, [390, 1366]);

  process.env.CLOCK_SHIFT_MS = String(73 * 3_600_000);
  await deliver();
  await page.getByRole('button', { name: 'Failed' }).click();
  receiver.behave(behaviors.accepts);
  await page.getByRole('button', { name: /^Send again/ }).click();
  await page.getByText('1 delivery will be sent again.').waitFor();
  await page.getByText('No failed events').waitFor();
  await deliver();
  await page.getByRole('button', { name: 'Delivered' }).click();
  await page.getByRole('cell', { name: '204' }).waitFor();
  const last = receiver.received.at(-1);
  if (last) mustBeSigned(last, secret);
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
});

it('lists the webhooks of administrators, a partner, and the own club on their pages', async () => {
  const admin = await createUser({ role: 'systemAdmin' });
  const page = await portal.visit('/');
  await open(page, admin.email, '/admin/webhooks');
  await page.getByRole('region', { name: 'https://hooks.example/wellport' }).waitFor();
  await page.goto(`${portal.address}/partnerowner/partners/2/webhooks`);
  await page.getByRole('region', { name: 'https://hooks.example/wellport' }).waitFor();
  const facility = await createUser({ role: 'facilityManager', facilityId: '4100' });
  const other = await portal.visit('/');
  await open(other, facility.email, '/facilitymanager/webhooks');
  await other.getByRole('region', { name: 'https://hooks.example/wellport' }).waitFor();
  await other.getByRole('button', { name: 'Add a webhook' }).click();
  const dialog = other.getByRole('dialog', { name: 'Add a webhook' });
  await dialog.getByRole('checkbox', { name: 'visit.counted' }).waitFor();
  expect(await dialog.getByRole('checkbox', { name: 'roster.completed' }).count()).toBe(0);
});
