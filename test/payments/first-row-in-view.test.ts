import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { paymentChange } from '../../functions/payments/store.ts';
import { loadFeatureFlags, saveFeatureFlags } from '../../functions/settings/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { closedPeriods } from '../../shared/periods/period.ts';
import { useWorld } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { openPortal, type Portal } from '../web/portal.ts';
import { setTerms } from './paycheck.ts';
import { somePayment } from './some-payment.ts';

const periodId = closedPeriods(new Date())[0] ?? '';
const world = useWorld();
let portal: Portal;
beforeAll(async () => {
  await setTerms('2', { programPaymentTypeId: 3 });
  const flags = await loadFeatureFlags();
  await saveFeatureFlags(flags, { ...flags, gmrAddProgram: true }, 'test', new Date());
  const { id: facilityId, name: facilityName } = world.facility;
  const shared = { periodId, adminFee: 10_00, startupFee: 5_00, status: 1 } as const;
  for (const index of [1, 2, 3])
    await transact(
      ...paymentChange(null, somePayment({ id: `P-1-4-${index}-${periodId}`, ...shared })),
      ...paymentChange(
        null,
        somePayment({
          id: `F-1-6-1-${index}-${periodId}`,
          kind: 'facility',
          paymentTypeId: 6,
          facilityId,
          facilityNumber: facilityId,
          facilityName: `${facilityName} by the Harbor of the Great Lakes`,
          totalPayment: 1_234_56,
          amountToBeSent: index === 1 ? 1_000_00 : 1_234_56,
          ...shared,
          status: index === 1 ? 0 : 1,
        }),
      ),
      ...paymentChange(
        null,
        somePayment({
          id: `M-3-7-2-P${index}-${periodId}`,
          kind: 'member',
          programPaymentTypeId: 3,
          paymentTypeId: 7,
          partnerId: '2',
          memberId: `P${index}`,
          ...shared,
        }),
      ),
    );
  portal = await openPortal();
});
afterAll(() => portal?.close());

const admin = '/admin/wellnessprogrampayments';
const tables = [
  ['systemAdmin', `${admin}/partnerpayments`],
  ['systemAdmin', `${admin}/facilitypayments`],
  ['systemAdmin', `${admin}/memberpayments?program=3&type=7&partner=2`],
  ['systemAdmin', '/partnerowner/partners/1/groupmemberships/payments'],
  ['partnerManager', '/partnermanager/groupmemberships/payments'],
  ['facilityManager', '/facilitymanager/payments'],
] as const;

/** Returns the parts of the first row that are outside of the viewport or below other elements. */
const hiddenParts = (page: Page): Promise<string[]> =>
  page
    .locator('tbody tr', { has: page.locator('.status') })
    .first()
    .evaluate((row) =>
      ['.first-cell', '[data-pinned] .money', '.status'].filter((part) => {
        const element = [...row.querySelectorAll(part)].at(-1);
        const { left, right, top, bottom } = element?.getBoundingClientRect() ?? new DOMRect();
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        const middles: [number, number][] = [
          [left + 2, y],
          [right - 2, y],
          [x, top + 2],
          [x, bottom - 2],
        ];
        return !middles.every(([at, height]) => element?.contains(document.elementFromPoint(at, height)));
      }),
    );

it.each(tables)('shows a %s the first row, its amount, and its status of %s', async (role, path) => {
  const own = {
    systemAdmin: {},
    partnerManager: { partnerId: '1' },
    facilityManager: { facilityId: world.facility.id },
  };
  const { email } = await createUser({ role, ...own[role] });
  const page = await portal.visitAs(email, path, { viewport: { width: 1366, height: 768 } });
  await page.locator('tbody .status').first().waitFor();
  await expect.poll(() => hiddenParts(page)).toEqual([]);
});
