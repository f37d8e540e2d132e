import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { groupMembershipChange } from '../../functions/group-memberships/store.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { loadPayments, paymentChange } from '../../functions/payments/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { transact } from '../../functions/table/transact.ts';
import { dateInChicago, periodOf, showLastDay } from '../../shared/calendar.ts';
import { somePayment } from '../payments/some-payment.ts';
import { axeFaults } from '../support/axe.ts';
import { makeWorld, someMember } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { confirmIdentity, usePortal } from '../web/portal.ts';

const portal = usePortal();
const today = dateInChicago(now());
const periodId = periodOf(today);

async function formerMember(id: string): Promise<string> {
  const left = { invitationStatus: 8, enrolledOn: today, startsOn: today, leavingOn: today } as const;
  const at = now().toISOString();
  const refund = somePayment<'member'>({
    id: `M-2-7-2-${id}-${periodId}-dues`,
    kind: 'member',
    programPaymentTypeId: 2,
    paymentTypeId: 7,
    partnerId: '2',
    memberId: id,
    periodId,
    totalPayment: 30_00,
    amountToBeSent: 30_00,
    payeeToken: `source-${id}`,
    status: 3,
    attempts: [{ bankFileId: 'file', trace: '1', at, amount: 30_00, returned: { at, code: 'R02' } }],
  });
  const dues = { ...refund, id: `M-2-6-2-${id}-${periodId}`, paymentTypeId: 6, status: 5 } as const;
  await transact(
    ...memberChange(null, someMember(id, '2', left)),
    ...paymentChange(null, { ...refund, reason: { rule: 'dues paid back 1', steps: [] } }),
    ...paymentChange(null, { ...dues, attempts: [] }),
  );
  return refund.id;
}

async function enterAccount(page: Page): Promise<void> {
  await page.getByLabel('Routing Number').fill('091000019');
  await page.getByLabel('Account Number').fill('5566778899');
  await page.getByLabel('Checking').check();
}

beforeAll(async () => {
  const { other } = await makeWorld();
  const terms = other.groupMembership;
  await transact(
    ...groupMembershipChange(terms, { ...terms, programPaymentTypeId: 2, memberDuesAmount: 30_00 }),
  );
});

it('lets an administrator enter a deposit account of a former member', async () => {
  const refundId = await formerMember('FP1');
  const { email } = await createUser({ role: 'systemAdmin' });
  const page = await portal.visitAs(email, '/admin/members/FP1');
  const heading = page.getByRole('heading', { name: 'Deposit account of the former member' });
  await heading.waitFor();
  expect(await axeFaults(page)).toEqual([]);
  if (process.env.PICTURES)
    await page.screenshot({ path: `${process.env.PICTURES}/admin.png`, fullPage: true });
  await enterAccount(page);
  await page.getByRole('button', { name: 'Save bank account' }).click();
  await confirmIdentity(page);
  await page.getByText('The account on file ends in 8899.').waitFor();
  const { depositPayeeToken, invitationStatus } = await loadMember('FP1');
  expect(invitationStatus).toBe(8);
  expect((await loadPayments([refundId]))[0]).toMatchObject({ status: 3, payeeToken: depositPayeeToken });
});

it('lets a former member enter a deposit account under Billing', async () => {
  const refundId = await formerMember('FP2');
  const { email } = await createUser({ memberIds: ['FP2'], memberPartnerIds: ['2'] });
  const page = await portal.visitAs(email, '/member');
  await page.getByRole('link', { name: 'Billing' }).first().click();
  await page.getByText('A payment to you waits for another bank account. Enter it below.').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  if (process.env.PICTURES)
    await page.screenshot({ path: `${process.env.PICTURES}/member.png`, fullPage: true });
  await enterAccount(page);
  await page.getByRole('button', { name: 'Submit' }).click();
  await confirmIdentity(page);
  await page.getByText('xxxxx8899').waitFor();
  const { depositPayeeToken } = await loadMember('FP2');
  expect((await loadPayments([refundId]))[0]?.payeeToken).toBe(depositPayeeToken);
});

it('shows a former member when the membership ended and where the payments go', async () => {
  await formerMember('FP3');
  const { email } = await createUser({ memberIds: ['FP3'], memberPartnerIds: ['2'] });
  const page = await portal.visitAs(email, '/member', { viewport: { width: 390, height: 844 } });
  await page.getByText('Your membership has ended. Once').waitFor();
  await page.getByRole('heading', { name: `ended on ${showLastDay(today)}` }).waitFor();
  await page.getByText(/^\$30\.00, your dues for .* paid back\. It waits for a bank account\./).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.goto(`${portal.address}/member/profile/usagelog`);
  await page.getByText('This page belongs to a membership.').waitFor();
  await page.getByRole('link', { name: 'Go to the home page' }).click();
  await page.getByRole('link', { name: 'Enter a bank account' }).click();
  await page.getByText('A payment to you waits for another bank account. Enter it below.').waitFor();
  await page.context().close();
});
