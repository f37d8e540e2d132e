import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { savePayeeAccount } from '../../functions/bank-accounts/replace-account.ts';
import { memberChange } from '../../functions/members/store.ts';
import { paymentChange } from '../../functions/payments/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { visitAdded } from '../../functions/visits/store.ts';
import { periodName } from '../../shared/calendar.ts';
import { closedPeriods } from '../../shared/periods/period.ts';
import { proveMonth } from '../ledger/prove.ts';
import { somePayment } from '../payments/some-payment.ts';
import { useWorld, signedAgreementOf } from '../support/world.ts';
import { countRequests, settled } from '../support/settled.ts';
import { createUser } from '../users/person.ts';
import { usePortal } from './portal.ts';
import { resize } from '../support/resize.ts';

// Printing: every column and filter, no controls, no nearly empty page, and dark text. Payments are printed in
// payments-page.test.ts.

const ofPartner = '/partnerowner/partners/1/groupmemberships';
const portal = usePortal();
const world = useWorld();
let page: Page;
const periodId = closedPeriods(new Date())[0] ?? '';
const date = `${periodId.slice(0, 4)}-${periodId.slice(4)}-12`;

beforeAll(async () => {
  const { member } = world.own;
  await transact(
    ...memberChange(member, { ...member, agreement: signedAgreementOf(member.id) }),
    ...visitAdded({
      memberId: member.id,
      partnerId: '1',
      facilityId: world.facility.id,
      facilityName: world.facility.name,
      memberName: `${member.firstName} ${member.lastName}`,
      memberLastName: member.lastName,
      date,
      time: '07:15',
      periodId,
      version: 0,
    }),
  );
  const admin = await createUser({ role: 'systemAdmin' });
  page = await portal.visitAs(admin.email, '/admin/partners/list');
  countRequests(page);
});

async function onPaper(path: string): Promise<void> {
  await page.emulateMedia({ media: 'screen' });
  await page.goto(portal.address + path);
  await page.locator('main h1').first().waitFor();
  await settled(page);
  await page.emulateMedia({ media: 'print' });
  // a US Letter page in landscape, without its margins
  await resize(page, { width: 965, height: 725 });
}

const columnsOnPaper = (caption: string): Promise<string[]> =>
  page
    .getByRole('table', { name: caption })
    .getByRole('columnheader')
    .evaluateAll((heads) =>
      heads
        .filter((head) => {
          const { left, right, width } = head.getBoundingClientRect();
          return width > 0 && left >= 0 && right <= document.documentElement.clientWidth;
        })
        .map((head) => head.textContent?.trim() ?? ''),
    );

const controls = (): Promise<string[]> =>
  page
    .locator(
      ':is(.amplify-button, input[type=checkbox], summary .icon, .partner-banner a, nav, .shell-header, .shell-footer):visible',
    )
    .evaluateAll((all) =>
      all.map((element) => `${element.tagName} ${element.className} ${element.textContent}`),
    );

const sheets = async (): Promise<number> => {
  const paper = await page.pdf({ preferCSSPageSize: true });
  return paper.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;
};

it('prints the visit log with all columns, its month, and its search', async () => {
  await onPaper(`${ofPartner}/visitlog?period=${periodId}&filter=lund`);
  expect(await columnsOnPaper(`Visits in ${periodName(periodId)}`)).toEqual([
    'Member',
    'Email',
    'Key Fob',
    'Visit Date',
    'Time',
    'Facility ID',
    'Facility',
    'Visits In Month',
    'Counted',
  ]);
  expect(await page.getByLabel('Visit Month').isVisible()).toBe(true);
  expect(await page.getByLabel('Search by first or last name').inputValue()).toBe('lund');
  expect(await page.getByLabel('Search by first or last name').isVisible()).toBe(true);
  expect(await page.getByText('7:15 AM').isVisible()).toBe(true);
  expect(await controls()).toEqual([]);
  expect(await sheets()).toBe(1);
});

it('prints the proof of a month with all columns that have amounts, also on narrow paper', async () => {
  const id = `P-1-4-1-${periodId}`;
  const amounts = { totalPayment: 98_765_432_10, amountToBeSent: 98_765_432_10 };
  const partnerName = 'Upper Peninsula Cooperative School District';
  await transact(
    ...paymentChange(null, somePayment({ kind: 'partner', id, periodId, partnerName, ...amounts })),
  );
  await proveMonth(await createUser({ role: 'systemAdmin' }), periodId);
  await onPaper(`/admin/bankfiles/proof?period=${periodId}`);
  const columns = ['Partner', 'Payments', 'Lines', 'Owed', 'Outstanding'];
  // US Letter in landscape and in portrait, without margins
  for (const width of [965, 725]) {
    await resize(page, { width, height: 725 });
    expect(await columnsOnPaper('By partner and payment type')).toEqual(columns);
  }
  expect(await controls()).toEqual([]);
  expect(await page.getByRole('list', { name: 'From owed to outstanding' }).allInnerTexts()).toEqual([
    'Owed\n$98,765,432.10\nOutstanding\n$98,765,432.10',
  ]);
});

it('shows rows as cards up to 744 px, and as a table above', async () => {
  await onPaper('/admin/partners/list');
  await page.emulateMedia({ media: 'screen' });
  const heads = page.locator('.table-stack thead');
  for (const [width, isTable] of [
    [744, false],
    [745, true],
  ] as const) {
    await resize(page, { width, height: 900 });
    expect(await heads.isVisible()).toBe(isTable);
  }
});

it('titles the card of a person by the full name, and the pages of a partner by its name', async () => {
  await createUser({ role: 'systemAdmin', firstName: 'Ada', lastName: 'Okafor' });
  await onPaper('/admin/administrators/list');
  await page.emulateMedia({ media: 'screen' });
  await resize(page, { width: 744, height: 900 });
  await page.getByRole('rowheader', { name: 'Ada Okafor' }).first().waitFor();
  await resize(page, { width: 1366, height: 900 });
  await page.goto(`${portal.address}/admin/partners/list`);
  const { name } = world.own.partner;
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('heading', { name }).waitFor();
});

it('links a waiting account to the page of its release', async () => {
  const { id, name } = world.own.partner;
  const owner = { ownerKind: 'partner' as const, ownerId: id, payeeName: name };
  const numbers = { routingNumber: '091000022', bankAccountType: 0 as const };
  for (const accountNumber of ['500600700', '500600711']) {
    const payee = { payeeToken: 'P-LINK', owner, seenVersion: undefined, who: 'test' };
    const saved = await savePayeeAccount({ ...payee, typed: { ...numbers, accountNumber } }, new Date());
    await transact(...saved.changes);
  }
  await page.goto(`${portal.address}/admin/bankfiles/accounts`);
  const row = page.getByRole('row', { name: /xxxxx0711/ });
  expect(await row.getByRole('link', { name, exact: true }).getAttribute('href')).toContain(
    `/partners/${id}/`,
  );
  await row.getByRole('link', { name: 'Release' }).click();
  await page.getByRole('heading', { name: 'Banking Info' }).waitFor();
});

it('prints the agreement with all signatures and dates on one page', async () => {
  await onPaper(`/admin/members/${world.own.member.id}/legalcontract`);
  for (const text of ['Ann Lund M11', 'Signed On', 'Contract Number', 'Version'])
    expect(await page.getByText(text).first().isVisible()).toBe(true);
  expect(await controls()).toEqual([]);
  expect(await sheets()).toBe(1);
});
