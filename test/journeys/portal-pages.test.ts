import type { Page } from 'playwright-core';
import { setFlags } from '../support/flags.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyFobChange } from '../../functions/employees/store.ts';
import { facilityChange } from '../../functions/facilities/store.ts';
import { memberChange } from '../../functions/members/store.ts';
import { partnerChange } from '../../functions/partners/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { loadUser, userChange } from '../../functions/users/store.ts';
import { freeKeyFob } from '../../shared/employees/key-fob.ts';
import type { PageDefinition } from '../../web/app/page.ts';
import { setTerms } from '../enrollment/sign.ts';
import { expectAccessible } from '../support/axe.ts';
import { countRequests, settled } from '../support/settled.ts';
import { signedAgreementOf, makeWorld, type World } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { pagesOfUsers } from '../web/pages-of-users.ts';
import { openPortal, type Portal } from '../web/portal.ts';
import { resize } from '../support/resize.ts';

// Every page for signed-in users, at 1366 px and at 320 px (WCAG 2.2, 1.4.10), with 300 letters without a space in every text that users
// can enter: no page or column is too wide, every page has an h1, and every control is large enough.

const word = 'W'.repeat(300);
let portal: Portal;
let world: World;
type Working = 'systemAdmin' | 'partnerManager' | 'member' | 'facilityManager';
const signedIn: Partial<Record<Working, Page>> = {};

const long = <Row extends object>(row: Row, names: readonly (keyof Row)[]): Row => ({
  ...row,
  ...Object.fromEntries(names.map((name) => [name, word])),
});

beforeAll(async () => {
  world = await makeWorld();
  const { partner, member, waiting } = world.own;
  await transact(
    ...partnerChange(
      partner,
      long(partner, [
        'name',
        'industry',
        'address1',
        'address2',
        'city',
        'website',
        'firstName',
        'lastName',
        'notes',
      ]),
    ),
    ...facilityChange(
      world.facility,
      long(world.facility, ['name', 'description', 'address1', 'city', 'website']),
    ),
    ...memberChange(member, {
      ...long(member, ['firstName', 'lastName']),
      facilityName: word,
      agreement: signedAgreementOf(member.id),
    }),
    ...memberChange(waiting, { ...long(waiting, ['firstName', 'lastName']), email: `${word}@people.test` }),
    ...keyFobChange(null, freeKeyFob('AC0001', partner.id, '2026-09-01T12:00:00.000Z')),
  );
  // with all parts of a member's area: accounts, reimbursements, and an access pass
  await setTerms(world.own.groupMembership, {
    programPaymentTypeId: 2,
    memberDuesAmount: 30_00,
    memberReimbursementTypeId: 4,
    memberReimbursementAmount: 25_00,
    numberOfVisitsToReimburse: 12,
  });
  await setFlags({ gmrAddProgram: true, gmAccessPassFeature: true });
  portal = await openPortal();
});
afterAll(() => portal?.close());

const roleOf = (path: string): Working =>
  path.startsWith('/partnermanager')
    ? 'partnerManager'
    : path.startsWith('/member')
      ? 'member'
      : path.startsWith('/facilitymanager')
        ? 'facilityManager'
        : 'systemAdmin';

async function pageOf(role: Working): Promise<Page> {
  const existing = signedIn[role];
  if (existing) return existing;
  const { partner, member } = world.own;
  const user = await createUser({
    role,
    ...(role === 'partnerManager' && { partnerId: partner.id }),
    ...(role === 'facilityManager' && { facilityId: world.facility.id }),
    ...(role === 'member' && { memberIds: [member.id], memberPartnerIds: [partner.id] }),
  });
  const stored = await loadUser(user.id);
  if (stored) await transact(...userChange(stored, long(stored, ['firstName', 'lastName'])));
  const page = await portal.visitAs(user.email, '/');
  countRequests(page);
  await rendered(page);
  return (signedIn[role] = page);
}

const addressOf = ({ path }: PageDefinition): string =>
  path
    .replace(':partnerId', world.own.partner.id)
    .replace(':memberIdGuid', world.own.member.id)
    .replace(':facilityId', world.facility.id)
    .replaceAll(/:\w+/g, 'none');

const faultsAt = async (page: Page, width: number): Promise<string[]> => {
  await resize(page, { width, height: 900 });
  return page.evaluate((limit) => {
    const name = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.className} "${element.textContent?.trim().slice(0, 30)}"`;
    const faults: string[] = [];
    if (document.documentElement.scrollWidth > limit) {
      faults.push(`the page is ${document.documentElement.scrollWidth} px wide`);
      for (const element of document.querySelectorAll('main *, header *')) {
        const { right, width: wide } = element.getBoundingClientRect();
        if (right > limit && wide > 0 && element.children.length === 0)
          faults.push(`too far right: ${name(element)}`);
      }
    }
    // columns without a long word share the space that few columns leave
    for (const cell of document.querySelectorAll('td, th'))
      if (cell.textContent?.includes('W'.repeat(40)) && cell.getBoundingClientRect().width > 420)
        faults.push(`a wide column: ${name(cell)}`);
    const titles = document.querySelectorAll('main h1').length;
    if (titles !== 1) faults.push(`${titles} h1`);
    // the frame of a table does not scroll on phones
    for (const frame of limit < 744 ? document.querySelectorAll('.table-stack') : [])
      if (frame.scrollWidth > frame.clientWidth)
        faults.push(`${frame.scrollWidth - frame.clientWidth} px cut off: ${name(frame)}`);
    if (limit < 744)
      for (const control of document.querySelectorAll(
        'main :is(button, a, summary), header :is(button, a)',
      )) {
        const box = control.getBoundingClientRect();
        const alone = control.parentElement?.textContent?.trim() === control.textContent?.trim();
        const action = control.tagName !== 'A' || alone || getComputedStyle(control).display.includes('flex');
        if (action && box.width > 1 && box.height > 1 && Math.round(box.height) < 44)
          faults.push(`${Math.round(box.height)} px high: ${name(control)}`);
      }
    return faults;
  }, width);
};

const rendered = async (page: Page) => {
  await page.locator('main h1').first().waitFor();
  await settled(page);
};

const navigate = async (page: Page, path: string) => {
  const old = 'about:old';
  // a page in a background tab is rarely idle
  await page.bringToFront();
  await page.evaluate(
    ([to, left]) => {
      document.querySelector('link[rel=canonical]')?.setAttribute('href', left);
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    },
    [path, old] as const,
  );
  await page.locator(`link[rel=canonical][href="${old}"]`).waitFor({ state: 'detached' });
};

describe('a word of 300 letters', () => {
  it.each(pagesOfUsers)(
    'does not widen $path, which has its h1 and large enough controls',
    async (row) => {
      const page = await pageOf(roleOf(row.path));
      await navigate(page, addressOf(row));
      await rendered(page);
      expect(await faultsAt(page, 1366)).toEqual([]);
      expect(await faultsAt(page, 320)).toEqual([]);
      if (roleOf(row.path) !== 'member') return;
      await page.getByRole('heading', { name: 'Page not found' }).waitFor({ state: 'detached' });
      await expectAccessible(page, [390, 1366]);
    },
    60_000,
  );

  it('does not widen a form in any of its fields', async () => {
    const page = await pageOf('systemAdmin');
    await page.goto(`${portal.address}/admin/partners/add`);
    await rendered(page);
    for (const field of await page
      .locator('main :is(input:not([type=checkbox], [readonly]), textarea)')
      .all())
      await field.fill(word);
    await page.getByRole('button', { name: /add/i }).last().click();
    await page.locator('.field-error').first().waitFor();
    expect(await faultsAt(page, 390)).toEqual([]);
  });

  it('fits the popup of a row', async () => {
    const page = await pageOf('systemAdmin');
    const { id } = world.own.partner;
    await page.goto(`${portal.address}/partnerowner/partners/${id}/groupmemberships/employeemanagement`);
    await page.locator('.row-name').first().click();
    await page.getByRole('dialog').waitFor();
    expect(await faultsAt(page, 390)).toEqual([]);
    const popup = page.getByRole('dialog');
    expect(await popup.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true);
  });
});
