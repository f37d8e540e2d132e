import type { Page } from 'playwright-core';
import { setFlags } from '../support/flags.ts';
import { beforeAll, expect, test } from 'vitest';
import type { User } from '../../functions/users/user.ts';
import { partnerChange } from '../../functions/partners/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { dateInChicago } from '../../shared/calendar.ts';
import { allOff, type FeatureFlagName } from '../../shared/settings/feature-flags.ts';
import { useWorld, somePartner } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { confirmIdentity, usePortal } from '../web/portal.ts';

// The effect of each flag on existing pages. For use-captcha see test/site and test/users; for
// gm-access-pass-feature see test/enrollment.

const portal = usePortal();
const world = useWorld();
let admin: User;
let page: Page;
const without = '7001';
const noProgramYet = '7002';

beforeAll(async () => {
  await transact(...partnerChange(null, { ...somePartner(without), programTypes: [] }));
  await transact(...partnerChange(null, somePartner(noProgramYet)));
  admin = await createUser({ role: 'systemAdmin' });
  page = await portal.visitAs(admin.email, '/admin/partners/list');
});

async function withFlags(on: readonly FeatureFlagName[], path: string): Promise<void> {
  const flags = { ...allOff, ...Object.fromEntries(on.map((name) => [name, true])) };
  await setFlags(flags);
  await page.goto(portal.address + path);
  await page.locator('h1:not([data-stand-in])').first().waitFor();
}

const program: FeatureFlagName[] = ['gmrAddProgram'];
const partner = (id: string, rest: string) => `/partnerowner/partners/${id}/${rest}`;

test('selects the programs of a partner in its form, or adds them individually', async () => {
  const programs = page.getByRole('group', { name: 'Programs' });
  await withFlags([], '/admin/partners/add');
  await programs.getByRole('checkbox', { name: 'Group memberships' }).waitFor();
  await withFlags(program, '/admin/partners/add');
  await page.getByLabel('Partner ID').waitFor();
  await expect.poll(() => programs.count()).toBe(0);
});

test('shows an error with a retry on a page that needs flags when they do not load', async () => {
  await withFlags(program, '/admin/partners/list');
  const flags = '**/api/applicationsettings/featureflags';
  await page.route(flags, (route) => route.fulfill({ status: 500, json: { message: 'No.' } }));
  await page.goto(`${portal.address}/admin/wellnessprogrampayments/memberpayments`);
  await page.getByText("This didn't load").waitFor();
  expect(await page.getByText('Page not found').count()).toBe(0);
  await page.unroute(flags);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { level: 1, name: 'Member payments' }).waitFor();
});

test('shows group memberships for participating partners, or for all partners', async () => {
  const path = partner(without, 'groupmemberships/general');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await withFlags([], path);
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await pages.getByRole('link', { name: 'Dashboard' }).waitFor();
  expect(await pages.getByRole('link', { name: 'Group memberships' }).count()).toBe(0);
  await pages.getByRole('link', { name: 'Partner information' }).click();
  const tabs = page.getByRole('navigation', { name: 'Partner information' });
  await tabs.getByRole('link', { name: 'Partner Managers' }).waitFor();
  expect(await tabs.getByRole('link', { name: 'Banking Info' }).count()).toBe(0);
  await withFlags(program, path);
  await page.getByRole('button', { name: 'Create program' }).waitFor();
  await page
    .getByRole('navigation', { name: 'Group memberships' })
    .getByRole('link', { name: 'General', exact: true })
    .waitFor();
});

test('links from the partner dashboard only to existing pages', async () => {
  const bankAccount = page.getByRole('link', { name: 'Enter bank account' });
  await withFlags([], partner(without, 'dashboard'));
  await page.getByRole('link', { name: 'Choose a program' }).waitFor();
  expect(await bankAccount.count()).toBe(0);
  await transact(...partnerChange(null, { ...somePartner('7003'), payeeToken: null }));
  await page.goto(portal.address + partner('7003', 'dashboard'));
  await bankAccount.click();
  await page.getByRole('heading', { name: 'Banking Info', level: 1 }).waitFor();
  await withFlags(program, partner('7003', 'dashboard'));
  await bankAccount.click();
  await page.getByRole('heading', { name: 'Billing Info', level: 1 }).waitFor();
});

test('sets a new program to partner paid, or lets the partner choose', async () => {
  const path = partner(noProgramYet, 'groupmemberships/general');
  const types = page.getByLabel('Program Payment Type').locator('option:not([value=""])');
  await withFlags([], path);
  await expect.poll(() => types.allTextContents()).toEqual(['Partner paid']);
  await withFlags(program, path);
  await expect
    .poll(() => types.allTextContents())
    .toEqual(['Partner paid', 'Member paid', 'Partner and member paid']);
});

test('offers manual deactivation of an activated membership only without member-paid programs', async () => {
  const path = partner(world.own.partner.id, 'groupmemberships/employeemanagement');
  const { firstName, lastName } = world.own.member;
  const deactivate = page.getByRole('dialog').getByRole('button', { name: 'Deactivate', exact: true });
  const openRow = async () => {
    await page
      .getByRole('button', { name: `${firstName} ${lastName}` })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete membership' }).waitFor();
  };
  await withFlags([], path);
  await openRow();
  await deactivate.waitFor();
  await withFlags(program, path);
  await openRow();
  await expect.poll(() => deactivate.count()).toBe(0);
});

test('offers key fob reassignment only with gmr-enable-features', async () => {
  const path = partner(world.own.partner.id, 'groupmemberships/employeemanagement');
  const { firstName, lastName } = world.own.member;
  const reassign = page.getByRole('dialog').getByRole('button', { name: /Reassign/ });
  for (const on of [[], ['gmrEnableFeatures'] as const]) {
    await withFlags(on, path);
    await page
      .getByRole('button', { name: `${firstName} ${lastName}` })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete membership' }).waitFor();
    await expect.poll(() => reassign.count()).toBe(on.length);
  }
});

test('uses usage periods in payments, or visit months without a startup fee', async () => {
  const path = '/admin/wellnessprogrampayments/partnerpayments?program=2';
  const popup = page.getByRole('dialog');
  for (const on of [[], program]) {
    await withFlags(on, path);
    const months = page.getByLabel(on.length > 0 ? 'Visit Month' : 'Usage Period');
    await months.waitFor();
    await expect.poll(() => months.locator('option').count()).toBeGreaterThan(1);
    // without the flag, payments need a closed month, so the current one is not offered
    const newest = await months.locator('option[value]:not([value=""])').first().getAttribute('value');
    const now = dateInChicago(new Date()).slice(0, 7).replace('-', '');
    expect(newest === now).toBe(on.length > 0);
    // a link opens payments that a schedule generated
    await withFlags(on, `${path}&period=${now}`);
    await expect.poll(() => months.inputValue()).toBe(now);
    await page.getByRole('button', { name: 'Generate with fees' }).click();
    await popup.getByLabel('Renewal Fee').waitFor();
    await popup
      .getByText(/^Please specify fees that need to be added to .+ - GM Partner Payments\.$/)
      .waitFor();
    expect(await popup.getByLabel('Startup Fee').count()).toBe(on.length > 0 ? 0 : 1);
  }
});

test('omits the flag without an effect, and stores it unchanged when another one is saved', async () => {
  await withFlags(['gmMemberImport'], '/admin/settings');
  const captcha = page.getByRole('checkbox', { name: /Captcha for visitors/ });
  await captcha.check();
  expect(await page.getByRole('checkbox', { name: /Member import/ }).count()).toBe(0);
  const sent = page.waitForRequest((request) => request.method() !== 'GET' && /flags/.test(request.url()));
  await page.getByRole('button', { name: 'Save settings' }).click();
  await confirmIdentity(page);
  expect((await sent).postDataJSON()).toMatchObject({ gmMemberImport: true, useCaptcha: true });
});

test('shows completed and missing checklist items with links to the pages that set them', async () => {
  await withFlags([], '/admin/checklist');
  const item = (name: string) => page.getByRole('region', { name });
  await item('First partner').getByText('Done', { exact: true }).waitFor();
  await item('Your PIN').getByText('Missing', { exact: true }).waitFor();
  await item('Passkey or authenticator app')
    .getByRole('link', { name: 'Set up a passkey or an authenticator app.' })
    .click();
  await page.getByRole('heading', { name: 'Security', level: 1 }).waitFor();
});

test('preserves the entries while a page condition that failed to load is refetched', async () => {
  await setFlags();
  let requests = 0;
  await page.route('**/isgroupmembershipaddedtopartner?*', async (route) => {
    requests++;
    // the second response never arrives
    if (requests === 1) await route.fulfill({ status: 500, body: '{}' });
  });
  await page.goto(portal.address + partner(noProgramYet, 'partnerInfo/banking'));
  const routing = page.getByRole('textbox', { name: 'Routing number' });
  await routing.fill('091000019');
  const before = requests;
  await page.evaluate(() => globalThis.dispatchEvent(new Event('online')));
  await expect.poll(() => requests).toBeGreaterThan(before);
  await page.waitForTimeout(200);
  expect(await routing.inputValue()).toBe('091000019');
});
