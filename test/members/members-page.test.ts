import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { loadBankAccount } from '../../functions/bank-accounts/account-read-store.ts';
import { bankAccountHeld } from '../../functions/bank-accounts/store.ts';
import { facilityChange, loadFacility } from '../../functions/facilities/store.ts';
import { loadMember } from '../../functions/members/store.ts';
import { transact } from '../../functions/table/transact.ts';
import type { Facility } from '../../shared/facilities/facility.ts';
import { addFacilities, addMembers } from '../payments/facilities.ts';
import { axeFaults } from '../support/axe.ts';
import { defined } from '../support/defined.ts';
import { makeWorld } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { usePortal } from '../web/portal.ts';

// The administrators' members: confirmations, warnings, and messages of the page.

const portal = usePortal();
let page: Page;
const change = async (id: string, facility: Partial<Facility>) => {
  const current = await loadFacility(id);
  await transact(...facilityChange(current, { ...current, ...facility }));
};
const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
const dialog = () => page.getByRole('dialog');
const question = () => page.getByRole('alertdialog');

beforeAll(async () => {
  await makeWorld();
  await addFacilities(['6100', '6101', '6102']);
  await change('6100', { isPpv: true });
  await change('6101', { enrollmentStatus: 3 });
  await change('6102', { enrollmentStatus: 2 });
  const account = defined(await loadBankAccount('payee-facility-4100'));
  await transact(...bankAccountHeld(account, 'R02', new Date()));
  await addMembers('1', [{ id: 'MP1', facilityId: '6100' }], {
    firstName: 'Zoe',
    lastName: 'Zimmer',
    keyFobNumber: null,
    facilityIsPpv: true,
    facilityIsAf: true,
  });
  const named = (lastName: string) => ({ firstName: 'Quinn', lastName });
  await addMembers('1', [{ id: 'MP2', facilityId: '6100' }], { ...named('Active'), invitationStatus: 4 });
  await addMembers('1', [{ id: 'MP3', facilityId: '6100' }], { ...named('Pending'), invitationStatus: 3 });
  await addMembers('1', [{ id: 'MP4', facilityId: '6100' }], { ...named('Invalid'), invitationStatus: 5 });
  const { email } = await createUser({ role: 'systemAdmin' });
  page = await portal.visitAs(email, '/admin/members');
});

it('reports a missing member', async () => {
  await page.goto(`${portal.address}/admin/members?filter=nobodyatall`);
  await page
    .getByText('Member wasn’t found', { exact: true })
    .or(page.getByText("Member wasn't found"))
    .waitFor();
});

it('filters by partner and status', async () => {
  await page.goto(`${portal.address}/admin/members?partnerID=1`);
  await row('Quinn Active').waitFor();
  await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Invalid' });
  await row('Quinn Active').waitFor({ state: 'detached' });
  await row('Quinn Invalid').waitFor();
  expect(await axeFaults(page)).toEqual([]);
});

it('warns of a facility that is closing, and takes none on hold', async () => {
  await page.goto(`${portal.address}/admin/members?filter=Zimmer`);
  await page.getByRole('checkbox', { name: /Zoe Zimmer/ }).check();
  await page.getByRole('button', { name: 'Bulk options' }).click();
  await page.getByRole('button', { name: 'Transfer' }).click();
  const choose = async (current: string) => {
    await dialog().getByRole('combobox', { name: 'Please select facility to:' }).fill(current);
    await page.getByRole('option', { name: `${current} (${current.slice(-4)})` }).click();
  };
  const onClick = dialog().getByRole('button', { name: 'Transfer', exact: true });
  expect(await onClick.isDisabled()).toBe(true);
  await choose('Harbor Gym 6102');
  await dialog()
    .getByText('Harbor Gym 6102 is on hold and takes no members. Choose another facility.')
    .waitFor();
  expect(await onClick.isDisabled()).toBe(true);
  await choose('Harbor Gym 6101');
  await dialog()
    .getByText('Harbor Gym 6101 is closing. The members will be moved into a closed facility.')
    .waitFor();
  expect(await onClick.isEnabled()).toBe(true);
  await choose('Harbor Gym 4100');
  await dialog()
    .getByText(/^The bank refused the account of Harbor Gym 4100\. Until the club enters another one/)
    .waitFor();
  expect(await onClick.isEnabled()).toBe(true);
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  expect((await loadMember('MP1')).facilityId).toBe('6100');
});

it('takes no facility of an earlier text while the search for the current text is under way', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    (url) => url.searchParams.get('searchTerm') === 'Harbor Gym 6102',
    async (route) => {
      await held;
      await route.continue();
    },
  );
  await page.goto(`${portal.address}/admin/members?filter=Zimmer`);
  await page.getByRole('checkbox', { name: /Zoe Zimmer/ }).check();
  await page.getByRole('button', { name: 'Bulk options' }).click();
  await page.getByRole('button', { name: 'Transfer' }).click();
  const facility = dialog().getByRole('combobox', { name: 'Please select facility to:' });
  await facility.click();
  await page.getByRole('option', { name: 'Harbor Gym 6100 (6100)' }).waitFor();
  await facility.fill('Harbor Gym 6102');
  await facility.press('Enter');
  expect(await facility.inputValue()).toBe('Harbor Gym 6102');
  release();
  await page.getByRole('option', { name: 'Harbor Gym 6100 (6100)' }).waitFor({ state: 'detached' });
  await page.getByRole('option', { name: 'Harbor Gym 6102 (6102)' }).waitFor();
  await facility.press('Enter');
  expect(await facility.inputValue()).toBe('Harbor Gym 6102 (6102)');
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await page.unrouteAll();
});

it('shows rows of pending members as warnings and of invalid members as errors', async () => {
  await page.goto(`${portal.address}/admin/members?filter=Quinn`);
  const colors = async (name: string) => {
    const cells = await row(`Quinn ${name}`).locator('th, td').all();
    return new Set(
      await Promise.all(cells.map((cell) => cell.evaluate((item) => getComputedStyle(item).backgroundColor))),
    );
  };
  await row('Quinn Invalid').waitFor();
  const yellow = await colors('Pending');
  const beet = await colors('Invalid');
  // every cell of the row, the sticky ones too
  expect([yellow.size, beet.size]).toEqual([1, 1]);
  const active = await colors('Active');
  expect([...yellow, ...beet].filter((color) => active.has(color))).toEqual([]);
  expect([...yellow]).not.toEqual([...beet]);
  expect(await axeFaults(page)).toEqual([]);
});

it('confirms a deactivation, sends the parameters in the query, and reloads the table', async () => {
  await page.goto(`${portal.address}/admin/members?filter=Zimmer`);
  const onClick = row('Zoe Zimmer').getByRole('button', { name: 'Deactivate Zoe Zimmer' });
  const words = 'Are you sure you want to deactivate Zoe Zimmer with keyfob Access Pass?';
  await onClick.click();
  await question().getByText(words, { exact: true }).waitFor();
  await question().getByRole('button', { name: 'Cancel' }).click();
  expect((await loadMember('MP1')).invitationStatus).toBe(4);
  await onClick.click();
  const sent = page.waitForRequest(
    (request) => request.method() !== 'GET' && /deactivat/i.test(request.url()),
  );
  await question().getByRole('button', { name: 'Deactivate', exact: true }).click();
  const { searchParams } = new URL((await sent).url());
  expect(Object.fromEntries(searchParams)).toEqual({ memberID: 'MP1', allPlansShouldBeIneligible: 'false' });
  await onClick.waitFor({ state: 'detached' });
  expect((await loadMember('MP1')).invitationStatus).not.toBe(4);
});
