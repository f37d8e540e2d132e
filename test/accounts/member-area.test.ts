import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { loadBankAccount } from '../../functions/bank-accounts/account-read-store.ts';
import { bankAccountChange, debitAuthorizationEnded } from '../../functions/bank-accounts/store.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { paymentChange } from '../../functions/payments/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { visitAdded } from '../../functions/visits/store.ts';
import type { User } from '../../functions/users/user.ts';
import { dateInChicago, periodOf, previousPeriod } from '../../shared/calendar.ts';
import { closedPeriods } from '../../shared/periods/period.ts';
import { setTerms } from '../enrollment/sign.ts';
import { defined } from '../support/defined.ts';
import { somePayment } from '../payments/some-payment.ts';
import { axeFaults } from '../support/axe.ts';
import { tabTo } from '../support/keyboard.ts';
import { makeWorld, signedAgreementOf, someMember } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { confirmIdentity, usePortal } from '../web/portal.ts';

const id = 'WALK1';
const portal = usePortal();
let user: User;

// suspended after a return, in a program that collects dues and reimburses directly
beforeAll(async () => {
  const world = await makeWorld();
  const today = dateInChicago(new Date());
  const current = periodOf(today);
  const [closed = ''] = closedPeriods(new Date());
  await setTerms(world.own.groupMembership, {
    programPaymentTypeId: 2,
    memberDuesAmount: 30_00,
    memberReimbursementTypeId: 4,
    memberReimbursementAmount: 25_00,
    numberOfVisitsToReimburse: 12,
    launchDate: '2024-01-01',
  });
  const start = previousPeriod(previousPeriod(current));
  await transact(
    ...memberChange(
      null,
      someMember(id, '1', {
        invitationStatus: 5,
        accountInvalidatedOn: today,
        facilityId: '4100',
        facilityName: 'Harbor Gym 4100',
        agreement: signedAgreementOf(id),
        enrolledOn: `${start.slice(0, 4)}-${start.slice(4)}-01`,
        activatedOn: `${start.slice(0, 4)}-${start.slice(4)}-01`,
      }),
    ),
    ...visitAdded({
      memberId: id,
      partnerId: '1',
      facilityId: '4100',
      facilityName: 'Harbor Gym 4100',
      memberName: 'Ann Lund',
      date: `${current.slice(0, 4)}-${current.slice(4)}-01`,
      time: '18:05',
      periodId: current,
      notCounted: null,
      version: 0,
    }),
    ...paymentChange(
      null,
      somePayment({
        id: `M-2-7-1-${id}-${closed}`,
        kind: 'member',
        programPaymentTypeId: 2,
        paymentTypeId: 7,
        memberId: id,
        payeeToken: 'payee',
        periodId: closed,
        totalPayment: 0,
        amountToBeSent: 0,
        status: 4,
        reason: { rule: 'member reimbursement 1', steps: [{ what: '7 of 12 visits', amount: 0 }] },
      }),
    ),
  );
  user = await createUser({ memberIds: [id], memberPartnerIds: ['1'] });
}, 180_000);

const clean = async (page: Page) => expect(await axeFaults(page, 'main')).toEqual([]);
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const typeAccount = async (page: Page, section: string, number: string) => {
  const part = page.getByRole('region', { name: section });
  await tabTo(part.getByRole('textbox', { name: 'Routing Number' }));
  await page.keyboard.type('091000019');
  await tabTo(part.getByRole('textbox', { name: 'Account Number' }));
  await page.keyboard.type(number);
  await tabTo(part.getByRole('radio', { name: 'Checking' }));
  await page.keyboard.press('Space');
};

it('a suspended member uses the area on a phone, enters new accounts, and is active again', async () => {
  const page = await portal.visitAs(user.email, '/member/dashboard/home', {
    viewport: { width: 390, height: 844 },
  });
  const bar = page.getByRole('navigation', { name: 'Pages' });
  const notice = page.getByText('Action required: update withdrawal billing info');
  await page.getByText(/^1 of 12 visits/).waitFor();
  await notice.waitFor();
  const barTexts = async () =>
    (await bar.locator(':scope > a, :scope > button').allTextContents()).map((text) => text.trim());
  await expect.poll(barTexts).toEqual(['Home', 'Find', 'Visits', 'Memberships', 'More']);
  await clean(page);
  expect(await axeFaults(page, '.member-bar')).toEqual([]);
  // toasts are above the bar and do not intercept clicks while empty
  const toasts = await page.locator('.toasts').evaluate((frame) => {
    const { bottom, height } = frame.getBoundingClientRect();
    return { bottom, height };
  });
  expect(toasts.height).toBe(0);
  expect(toasts.bottom).toBeLessThan((await bar.boundingBox())?.y ?? 0);

  await bar.getByRole('link', { name: 'Visits' }).click();
  await page.getByText(/^1 visit in .* so far; clubs report until/).waitFor();
  await clean(page);

  await bar.getByRole('link', { name: 'Memberships' }).click();
  await heading(page, 'Memberships');
  await page.getByText('Related Clubs').waitFor();
  await clean(page);

  await page.getByRole('link', { name: 'Reimbursement', exact: true }).click();
  await page.getByText('7 of 12 visits').waitFor();
  await clean(page);

  await notice.getByRole('link').click();
  await page.getByText('Billing Info is required.').waitFor();
  const submit = page.getByRole('button', { name: 'Submit' });
  expect(await submit.isDisabled()).toBe(true);
  await clean(page);
  await typeAccount(page, 'Withdrawal from bank account', '4455667788');
  await tabTo(page.getByRole('checkbox', { name: /^Use the same bank account/ }));
  await page.keyboard.press('Space');
  await tabTo(submit);
  await page.keyboard.press('Enter');
  await confirmIdentity(page);
  await notice.waitFor({ state: 'detached' });
  await page.getByText('xxxxx7788').nth(1).waitFor();
  await expect.poll(() => focusedText(page)).toBe('Harbor Gym 4100');
  expect(await page.getByText('Billing Info is required.').count()).toBe(0);

  // changing a stored account requires all of it; canceling keeps it
  const withdrawal = page.getByRole('region', { name: 'Withdrawal from bank account' });
  await withdrawal.getByRole('button', { name: 'Change account' }).click();
  const number = withdrawal.getByRole('textbox', { name: 'Account Number' });
  expect(await number.inputValue()).toBe('');
  await number.fill('5566778899');
  await submit.click();
  await withdrawal.getByText('Routing Number is required.').waitFor();
  await withdrawal.getByRole('button', { name: 'Keep this account' }).click();
  await number.waitFor({ state: 'detached' });
  await withdrawal.getByText('xxxxx7788').waitFor();
  await page.getByText('Your withdrawals use this account.').waitFor({ state: 'detached' });

  await bar.getByRole('button', { name: 'More' }).click();
  await bar.getByRole('link', { name: 'General Info' }).click();
  await heading(page, 'General Info');
  await page.getByText('We cannot change these details.').waitFor();
  await page.emulateMedia({ colorScheme: 'dark' });
  await clean(page);
  await page.context().close();
});

it('a suspended member replaces the refused deposit account together with the withdrawal account', async () => {
  const suspended = { ...(await loadMember(id)), id: 'WALK2', email: 'walk2@people.test', version: 0 };
  const numbers = { routingNumber: '091000019', accountNumber: '4455667788', bankAccountType: 0 } as const;
  const owner = { ownerKind: 'member', ownerId: 'WALK2', payeeName: 'Ann Lund' } as const;
  const at = new Date('2026-09-05T16:00:00Z');
  await transact(
    ...memberChange(null, {
      ...suspended,
      invitationStatus: 5,
      accountInvalidatedOn: '2026-11-10',
      withdrawalPayeeToken: 'walk2-out',
      depositPayeeToken: 'walk2-in',
    }),
    ...(await bankAccountChange('walk2-out', owner, numbers, at)),
    ...(await bankAccountChange('walk2-in', owner, numbers, at)),
  );
  const { email } = await createUser({ memberIds: ['WALK2'], memberPartnerIds: ['1'] });
  const page = await portal.visitAs(email, '/member/account/billing', {
    viewport: { width: 390, height: 844 },
  });
  const [withdrawal, deposit] = ['Withdrawal from bank account', 'Deposit to bank account'].map((name) =>
    page.getByRole('region', { name }),
  );
  await deposit
    ?.getByText('Your bank refused this account. Your reimbursements need another account.')
    .waitFor();
  await withdrawal?.getByRole('button', { name: 'Change account' }).click();
  await typeAccount(page, 'Withdrawal from bank account', '5566778899');
  await deposit?.getByRole('checkbox', { name: /^Use the same bank account/ }).check();
  await clean(page);
  let isLost = false;
  await page.route('**/api/account/bankingInfo', async (route) => {
    const response = await route.fetch();
    if (isLost || !response.ok()) return route.fulfill({ response });
    isLost = true;
    return route.abort();
  });
  const submit = page.getByRole('button', { name: 'Submit' });
  await submit.click();
  await confirmIdentity(page);
  // the response of the first account is lost: the entries of the second one remain
  await page.getByText('This page shows what is saved now.').waitFor();
  await submit.click();
  for (const section of [withdrawal, deposit]) await section?.getByText('xxxxx8899').waitFor();
  expect((await loadBankAccount('walk2-out'))?.version).toBe(2);
  expect(await page.getByText('Your bank refused this account.').count()).toBe(0);
  await page.context().close();
});

it('a member without an authorization after a return reads how to renew or revoke it', async () => {
  const active = { ...(await loadMember(id)), id: 'WALK3', email: 'walk3@people.test', version: 0 };
  const numbers = { routingNumber: '091000019', accountNumber: '4455667788', bankAccountType: 0 } as const;
  const owner = { ownerKind: 'member', ownerId: 'WALK3', payeeName: 'Ann Lund' } as const;
  const at = new Date();
  await transact(
    ...memberChange(null, {
      ...active,
      invitationStatus: 4,
      accountInvalidatedOn: null,
      withdrawalPayeeToken: 'walk3',
      depositPayeeToken: 'walk3',
    }),
    ...(await bankAccountChange('walk3', owner, numbers, at)),
  );
  const end = { code: 'R07', paymentId: null } as const;
  await transact(
    ...debitAuthorizationEnded(defined(await loadBankAccount('walk3')), end, { who: 'bank', now: at }),
  );
  const { email } = await createUser({ memberIds: ['WALK3'], memberPartnerIds: ['1'] });
  const page = await portal.visitAs(email, '/member/account/billing', {
    viewport: { width: 390, height: 844 },
  });
  await page.getByText(/Change the account to authorize them again/).waitFor();
  await page.getByText(/^Your bank ended your authorization/).waitFor();
  expect(await page.getByText(/^You authorized us/).count()).toBe(0);
  await page.getByRole('button', { name: 'Revoke my authorization' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke my authorization' }).click();
  await page.getByText('Your authorization was revoked.').waitFor();
  await expect.poll(() => focusedText(page)).toMatch(/^Your membership at Harbor Gym 4100 ends on /);
  await page.getByText('You revoked the authorization to withdraw from this account').waitFor();
  expect(await page.getByText(/^Your bank ended your authorization/).count()).toBe(0);
  await clean(page);
  await page.context().close();
});
