import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { groupMembershipChange } from '../../functions/group-memberships/store.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { loadPayments, paymentChange } from '../../functions/payments/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { transact } from '../../functions/table/transact.ts';
import { dateInChicago, periodOf } from '../../shared/calendar.ts';
import { somePayment } from '../payments/some-payment.ts';
import { makeWorld, someMember } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { confirmIdentity, usePortal } from '../web/portal.ts';

const portal = usePortal();
let page: Page;
const today = dateInChicago(now());
const periodId = periodOf(today);

async function givenCanceledDues(id: string): Promise<string> {
  const waiting = { invitationStatus: 3, enrolledOn: today, startsOn: today } as const;
  const dues = somePayment<'member'>({
    id: `M-2-6-2-${id}-${periodId}`,
    kind: 'member',
    programPaymentTypeId: 2,
    paymentTypeId: 6,
    partnerId: '2',
    memberId: id,
    periodId,
    totalPayment: 30_00,
    amountToBeSent: 30_00,
    status: 4,
  });
  await transact(...memberChange(null, someMember(id, '2', waiting)), ...paymentChange(null, dues));
  return dues.id;
}

beforeAll(async () => {
  const { other } = await makeWorld();
  const terms = other.groupMembership;
  await transact(
    ...groupMembershipChange(terms, { ...terms, programPaymentTypeId: 2, memberDuesAmount: 30_00 }),
  );
  const { email } = await createUser({ role: 'systemAdmin' });
  page = await portal.visitAs(email, '/admin/members');
});

it('collects canceled first dues again after a confirmation', async () => {
  const id = await givenCanceledDues('FD1');
  await page.goto(`${portal.address}/admin/members/FD1`);
  await page.getByRole('heading', { name: 'First dues were canceled' }).waitFor();
  const collect = page.getByRole('button', { name: 'Collect again' });
  await collect.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  expect((await loadPayments([id]))[0]?.status).toBe(4);
  await collect.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Collect again' }).click();
  await confirmIdentity(page);
  await page.getByRole('heading', { name: 'First dues were canceled' }).waitFor({ state: 'detached' });
  expect((await loadPayments([id]))[0]?.status).toBe(0);
});

it('ends the membership of canceled first dues after a confirmation', async () => {
  await givenCanceledDues('FD2');
  await page.goto(`${portal.address}/admin/members/FD2`);
  await page.getByRole('button', { name: 'End membership' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End membership' }).click();
  await page.getByRole('heading', { name: 'First dues were canceled' }).waitFor({ state: 'detached' });
  expect((await loadMember('FD2')).invitationStatus).toBe(8);
});
