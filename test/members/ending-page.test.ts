import { beforeAll, expect, it } from 'vitest';
import { groupMembershipChange } from '../../functions/group-memberships/store.ts';
import { enrollmentChange, loadMember, memberChange } from '../../functions/members/store.ts';
import { findRequest } from '../../functions/members/request-store.ts';
import { paymentChange } from '../../functions/payments/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { transact } from '../../functions/table/transact.ts';
import {
  addPeriods,
  dateInChicago,
  nextPeriod,
  periodOf,
  periodStart,
  showDate,
} from '../../shared/calendar.ts';
import { enrolled } from '../payments/facilities.ts';
import { somePayment } from '../payments/some-payment.ts';
import { axeFaults } from '../support/axe.ts';
import { makeWorld, someMember } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { usePortal } from '../web/portal.ts';
import { resize } from '../support/resize.ts';

const portal = usePortal();
const today = dateInChicago(now());

beforeAll(async () => {
  const { other } = await makeWorld();
  const terms = other.groupMembership;
  await transact(
    ...groupMembershipChange(terms, { ...terms, programPaymentTypeId: 2, memberDuesAmount: 30_00 }),
  );
});

it('ends a membership on a phone in two clicks and offers the reason afterwards', async () => {
  const signed = { invitationStatus: 4, enrolledOn: today, startsOn: today, activatedOn: today } as const;
  await transact(
    ...memberChange(
      null,
      someMember('EP1', '2', { ...signed, facilityId: '4100', facilityName: 'Harbor Gym' }),
    ),
    ...enrollmentChange(null, enrolled('EP1', '2', '4100', { from: today })),
  );
  const { email } = await createUser({ memberIds: ['EP1'], memberPartnerIds: ['2'] });
  const page = await portal.visitAs(email, '/member/account/insurance');
  await resize(page, { width: 390, height: 844 });
  const button = page.getByRole('button', { name: /^End membership/ });
  await button.waitFor();
  const picture = async (name: string) => {
    if (process.env.PICTURES)
      await page.screenshot({ path: `${process.env.PICTURES}/${name}.png`, fullPage: true });
  };
  await picture('end-page');
  const dialog = page.getByRole('alertdialog');
  // the dates and amounts of a pause are listed before it begins
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await dialog.getByText(/^\$30\.00 for /).waitFor();
  await dialog.getByText('No dues are owed for these months', { exact: false }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Back' }).click();
  expect((await loadMember('EP1')).holds ?? []).toEqual([]);
  await button.click();
  await dialog.getByText('Last withdrawal').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await picture('end-dialog');
  await dialog.getByRole('button', { name: 'End membership' }).click();
  await page.getByRole('heading', { name: 'Your membership was canceled' }).waitFor();
  expect(await loadMember('EP1')).toMatchObject({ invitationStatus: 8, canceledOn: expect.any(String) });
  await picture('end-done');
  const reason = page.getByLabel('Reason');
  expect(await reason.getAttribute('aria-required')).not.toBe('true');
  expect(await page.locator('label', { hasText: 'Reason' }).textContent()).not.toContain('*');
  await reason.fill('I moved.');
  await page.getByRole('button', { name: 'Save reason' }).click();
  await page.getByText('Thank you. The reason was saved.').waitFor();
  expect(await findRequest('EP1', 'ending')).toMatchObject({ note: 'I moved.' });
});

async function memberWithCollectedDues(id: string, from = today): Promise<void> {
  const periodId = periodOf(today);
  const dues = somePayment<'member'>({
    id: `M-2-6-2-${id}-${periodId}`,
    kind: 'member',
    programPaymentTypeId: 2,
    paymentTypeId: 6,
    partnerId: '2',
    memberId: id,
    periodId,
    totalPayment: 3_20,
    amountToBeSent: 3_20,
    status: 2,
    statusAt: now().toISOString(),
  });
  const dates = { enrolledOn: from, startsOn: from, activatedOn: from };
  const club = { facilityId: '4100', facilityName: 'Harbor Gym' };
  await transact(
    ...memberChange(null, someMember(id, '2', { ...dates, ...club, invitationStatus: 4 })),
    ...enrollmentChange(null, enrolled(id, '2', '4100', { from })),
    ...paymentChange(null, dues),
  );
}

it('cancels a membership with dues that are refunded', async () => {
  await memberWithCollectedDues('EP3');
  const { email } = await createUser({ memberIds: ['EP3'], memberPartnerIds: ['2'] });
  const page = await portal.visitAs(email, '/member/account/insurance');
  await page.getByRole('button', { name: /^End membership/ }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText(/^\$3\.20 for .+ on or after /).waitFor();
  await dialog.getByText(/^\$3\.20 for .+, from /).waitFor();
  await dialog.getByRole('button', { name: 'End membership' }).click();
  await page.getByRole('heading', { name: 'Your membership was canceled' }).waitFor();
  expect((await loadMember('EP3')).invitationStatus).toBe(8);
});

it('records a notice in writing with dues that are refunded', async () => {
  await memberWithCollectedDues('EP4');
  const { email } = await createUser({ role: 'systemAdmin' });
  const page = await portal.visitAs(email, '/admin/members/EP4');
  await page.getByLabel('Day of Notice').fill(today);
  await page.getByRole('button', { name: 'Show effects' }).click();
  await page.getByRole('button', { name: 'Cancel membership with a full refund' }).click();
  await page.getByText('Ended on ').waitFor();
  await page.locator('.member-status').getByText('Deleted').waitFor();
  expect(await page.getByText(/changes nothing|receives these effects/).count()).toBe(0);
  expect((await loadMember('EP4')).invitationStatus).toBe(8);
});

it('does not report an end as unsaved after its response was lost', async () => {
  const signed = { invitationStatus: 4, enrolledOn: today, startsOn: today, activatedOn: today } as const;
  await transact(
    ...memberChange(null, someMember('EP7', '2', { ...signed, facilityId: '4100', facilityName: 'Gym' })),
    ...enrollmentChange(null, enrolled('EP7', '2', '4100', { from: today })),
  );
  const { email } = await createUser({ memberIds: ['EP7'], memberPartnerIds: ['2'] });
  const page = await portal.visitAs(email, '/member/account/insurance');
  await page.route('**/api/members/ending', async (route) => {
    if (route.request().method() === 'GET') return route.continue();
    await route.fetch();
    return route.abort();
  });
  await page.getByRole('button', { name: /^End membership/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End membership' }).click();
  await page.getByText('The response was lost. This page shows what is saved now.').waitFor();
  expect(await page.getByText('Your changes have not been saved.').count()).toBe(0);
  expect((await loadMember('EP7')).invitationStatus).toBe(8);
});

it('explains from when a membership can be paused again', async () => {
  const since = periodStart(addPeriods(periodOf(today), -8));
  const dates = { enrolledOn: since, startsOn: since, activatedOn: since };
  const months = [-5, -3].map((offset) => addPeriods(periodOf(today), offset));
  const holds = months.map((month) => ({
    from: periodStart(month),
    to: periodStart(nextPeriod(month)),
    isPause: true,
  }));
  await transact(
    ...memberChange(
      null,
      someMember('EP2', '2', {
        ...dates,
        invitationStatus: 4,
        facilityId: '4100',
        facilityName: 'Harbor Gym',
        holds,
      }),
    ),
    ...enrollmentChange(null, enrolled('EP2', '2', '4100', { from: since })),
  );
  const { email } = await createUser({ memberIds: ['EP2'], memberPartnerIds: ['2'] });
  const page = await portal.visitAs(email, '/member/account/insurance');
  const possible = showDate(periodStart(addPeriods(months[0] ?? '', 12)));
  await page.getByText(`You can pause again from ${possible}`).waitFor();
});
