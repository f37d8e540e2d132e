import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { memberChange } from '../../functions/members/store.ts';
import { transact } from '../../functions/table/transact.ts';
import type { User } from '../../functions/users/user.ts';
import { useWorld, signedAgreementOf, someMember } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { usePortal } from './portal.ts';

const home = '/member/dashboard/home';
const portal = usePortal();
const world = useWorld();
let member: User;

beforeAll(async () => {
  const { id: partnerId } = world.own.partner;
  const suspended = someMember('SUSPENDED-1', partnerId, {
    invitationStatus: 5,
    agreement: signedAgreementOf('SUSPENDED-1'),
    facilityId: world.facility.id,
    facilityName: world.facility.name,
  });
  await transact(...memberChange(null, suspended));
  member = await createUser({
    memberIds: [suspended.id, world.other.member.id],
    memberPartnerIds: [partnerId, world.other.partner.id],
  });
});

const notice = (page: Page) => page.getByText('Action required: update withdrawal billing info');
const openMenu = (page: Page) => page.locator('.account-button').click();

describe('a member with two partners', () => {
  it('sees a notice on every page that one partner is suspended, until the other is selected', async () => {
    const page = await portal.visitAs(member.email, home);
    await notice(page).waitFor();
    const link = notice(page).getByRole('link', { name: 'update withdrawal billing info' });
    expect(await link.getAttribute('href')).toBe('/member/account/billing');
    await page.goto(`${portal.address}/member/profile/general`);
    await notice(page).waitFor();

    // the selection is necessary for the session, so a refusal of preferences does not delete it
    const cookies = page.getByRole('region', { name: 'Cookies' });
    await cookies.getByRole('button', { name: 'Only necessary' }).click();
    await openMenu(page);
    const groups = page.getByRole('group', { name: 'Member group' });
    expect(await groups.getByRole('radio').count()).toBe(2);
    await groups.getByRole('radio', { name: world.other.partner.name }).check();
    await notice(page).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'General Info' }).waitFor();
    await openMenu(page);
    expect(await groups.getByRole('radio', { name: world.other.partner.name }).isChecked()).toBe(true);
    expect(await notice(page).count()).toBe(0);

    // home names the membership that it displays, and opens the others
    await page.goto(portal.address + home);
    await page.getByText(`This page displays your membership of ${world.other.partner.name}.`).waitFor();
    await page.getByRole('button', { name: `Show ${world.own.partner.name}` }).click();
    await notice(page).waitFor();
    await page.getByRole('button', { name: `Show ${world.other.partner.name}` }).waitFor();
    await page.context().close();
  });
});

it('redirects a facility manager only to a configured dashboard', async () => {
  const manager = await createUser({ role: 'facilityManager', facilityId: world.facility.id });
  const page = await portal.visitAs(manager.email, '/facilitymanager');
  await page.getByRole('heading', { level: 1, name: world.facility.name }).waitFor();
  await page.route('**/config.json', async (route) => {
    const config = await (await route.fetch()).json();
    await route.fulfill({
      json: { ...config, links: { facilityDashboard: '/local/elsewhere/requestDemo' } },
    });
  });
  await page.goto(`${portal.address}/facilitymanager`);
  await page.waitForURL('**/local/elsewhere/requestDemo');
  await page.context().close();
});
