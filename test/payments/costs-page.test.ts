import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { paymentChange } from '../../functions/payments/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { periodName } from '../../shared/calendar.ts';
import { withoutConsents } from '../../shared/members/health-consent.ts';
import { visits } from '../../shared/contracts/visits.ts';
import { canceled, facilityPayments, partnerFees } from '../../shared/payments/payment.ts';
import { closedPeriods } from '../../shared/periods/period.ts';
import { expectAccessible } from '../support/axe.ts';
import { call } from '../support/call.ts';
import { defined } from '../support/defined.ts';
import { runJob } from '../support/jobs.ts';
import { useWorld } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { usePortal } from '../web/portal.ts';
import { addFacilities, addMembers } from './facilities.ts';
import { somePayment } from './some-payment.ts';
import { resize } from '../support/resize.ts';

const world = useWorld();
const portal = usePortal();
const [newest = '', earlier = '', uncounted = ''] = closedPeriods(new Date());
let page: Page;

const payment = (overrides: object) =>
  paymentChange(null, somePayment({ programPaymentTypeId: 1, partnerId: '1', ...overrides }));

beforeAll(async () => {
  for (const [index, periodId] of [newest, earlier].entries()) {
    const fees = { kind: 'partner', paymentTypeId: partnerFees, periodId, totalPayment: 400_00 } as const;
    await transact(
      ...payment({ ...fees, id: `P-1-4-1-${periodId}`, amountToBeSent: 400_00 - index * 100_00 }),
      ...[12, 11, 4, 3].flatMap((numberOfMembersWhoWillBePaid, club) =>
        payment({
          kind: 'facility',
          id: `F-1-3-1-60${club}-${periodId}`,
          paymentTypeId: facilityPayments,
          periodId,
          facilityId: `60${club}`,
          facilityNumber: `60${club}`,
          facilityName: `Club ${club}`,
          numberOfMembersWhoWillBePaid,
        }),
      ),
    );
  }
  await addFacilities(['7000']);
  const ids = Array.from({ length: 5 }, (_, index) => `COST${index}`);
  await addMembers(
    '1',
    ids.map((id) => ({ id, facilityId: '7000' })),
    { enrolledOn: '2020-01-01', activatedOn: '2020-01-01' },
  );
  const dayOf = (periodId: string) => `${periodId.slice(0, 4)}-${periodId.slice(4)}-09`;
  const lines = [
    ...ids.map((id) => `,${id},,7000,${dayOf(newest)},`),
    ...[earlier, uncounted].map((periodId) => `,COST0,,7000,${dayOf(periodId)},`),
  ];
  const bytes = Buffer.from(['Key Fob,Member ID,Email,Club ID,Date,Time', ...lines].join('\n'));
  const file = { name: 'visits.csv', bytes };
  const begun = await call(visits.importCheckIns, world.admin, { files: { file } });
  await runJob(begun.body.jobId);
  const { email } = await createUser({ role: 'partnerManager', partnerId: '1' });
  page = await portal.visitAs(email, '/partnermanager/groupmemberships/payments', {
    reducedMotion: 'reduce',
  });
  await resize(page, { width: 1366, height: 900 });
}, 180_000);

async function cellsOf(table: string, row: string): Promise<string[]> {
  const line = page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: row });
  await line.waitFor();
  return line.locator('th, td').allTextContents();
}

it('lists the costs of the manager’s months without the visits of few members', async () => {
  await page.getByRole('link', { name: 'Costs', exact: true }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Costs' }).waitFor();
  const bars = page.getByRole('list', { name: 'Cost by month' });
  await bars.waitFor();
  expect(await bars.getByRole('listitem').allTextContents()).toContainEqual(
    expect.stringContaining(`${periodName(newest)}: $400.00`),
  );
  const ofMonth = await cellsOf('Costs by month', periodName(newest));
  expect(ofMonth).toEqual([
    periodName(newest),
    '30',
    '5',
    '$400.00',
    '$400.00',
    '$13.33',
    '$80.00',
    '$400.00',
  ]);
  expect((await cellsOf('Costs by month', periodName(earlier))).slice(1, 3)).toEqual(['30', 'Not shown']);
  // without payments to clubs, the members are not counted
  expect((await cellsOf('Costs by month', periodName(uncounted))).slice(1, 3)).toEqual(['–', 'Not shown']);
  expect((await cellsOf('Costs by month', 'Total')).slice(0, 3)).toEqual(['Total', '', 'Not shown']);
  await page.getByText('Numbers of fewer than 5 members, and amounts that would reveal them').waitFor();
  expect(await cellsOf(`Cost by club in ${periodName(newest)}`, 'Other clubs')).toEqual([
    'Other clubs',
    '',
    '7',
    'Not shown',
    '$13.33',
    '–',
    '$93.33',
  ]);
  await expectAccessible(page, [390, 744, 1366]);
  await resize(page, { width: 1366, height: 900 });
});

it('selects the month of the clubs by keyboard, and stores it in the address', async () => {
  await page.getByLabel('Month', { exact: true }).focus();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('table', { name: `Cost by club in ${periodName(earlier)}` }).waitFor();
  expect(new URL(page.url()).searchParams.get('month')).toBe(earlier);
  // the rows are loaded after the table
  await expect.poll(() => cellsOf(`Cost by club in ${periodName(earlier)}`, 'Total')).toContain('$300.00');
});

it('downloads the months and the clubs', async () => {
  for (const [button, name] of [
    ['Download', 'Costs by month'],
    ['Download clubs', 'Costs by club'],
  ] as const) {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: button, exact: true }).click();
    expect((await saved).suggestedFilename()).toContain(name);
  }
});

it('is empty in months with canceled payments only', async () => {
  await transact(
    ...payment({
      kind: 'partner',
      id: 'P-1-4-1-202501',
      paymentTypeId: partnerFees,
      periodId: '202501',
      status: canceled,
    }),
  );
  await page.goto(`${portal.address}/partnermanager/groupmemberships/costs?from=202501&to=202501`);
  await page.getByText('No costs in these months').waitFor();
  await page.goto(`${portal.address}/partnermanager/groupmemberships/costs?from=${newest}&to=${earlier}`);
  await page.getByRole('alert').getByText('End month should be greater than start month.').waitFor();
  expect(defined(page.url())).toContain('costs');
});

it('gives the reason for totals without some members, and shows no cost per visit', async () => {
  const note = page.getByText(withoutConsents);
  await page.goto(`${portal.address}/partnermanager/groupmemberships/costs?from=${newest}&to=${newest}`);
  await expect.poll(() => cellsOf('Costs by month', periodName(newest))).toContain('$80.00');
  expect(await note.count()).toBe(0);
  await addMembers('1', [{ id: 'NEVADA', facilityId: '7000' }], { state: 'NV' });
  await page.reload();
  await note.waitFor();
  const cells = await cellsOf('Costs by month', periodName(newest));
  expect(cells).toContain('5');
  expect(cells).not.toContain('$80.00');
});
