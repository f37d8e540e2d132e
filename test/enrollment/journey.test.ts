import { buffer } from 'node:stream/consumers';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { invitationChange } from '../../functions/members/invitation-store.ts';
import { invitationToken, tokenHashOf } from '../../functions/members/invitation-token.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { loadPayments, paymentChange } from '../../functions/payments/store.ts';
import { loadFeatureFlags, saveFeatureFlags } from '../../functions/settings/store.ts';
import { transact } from '../../functions/table/transact.ts';
import type { User } from '../../functions/users/user.ts';
import { dateInChicago, nextPeriod, periodOf, periodStart } from '../../shared/calendar.ts';
import type { GroupMembership } from '../../shared/group-memberships/group-membership.ts';
import { moveMember } from '../../shared/members/membership-status.ts';
import { payments } from '../../shared/payments/contract.ts';
import { completed, received, submitted, type PaymentStatus } from '../../shared/payments/payment-status.ts';
import { allOff } from '../../shared/settings/feature-flags.ts';
import { visits } from '../../shared/visits/contract.ts';
import { axeFaults } from '../support/axe.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { runJob } from '../support/jobs.ts';
import { tabTo } from '../support/keyboard.ts';
import { makeWorld, someMember, type World } from '../support/world.ts';
import { password, somebody } from '../users/person.ts';
import { openPortal, type Portal } from '../web/portal.ts';
import { codeIn } from './consent.ts';
import { setTerms } from './sign.ts';

const phone = { viewport: { width: 390, height: 844 } };
const id = 'JOURNEY1';
const email = `journey-${process.pid}@people.test`;
const today = dateInChicago(new Date());
const current = periodOf(today);
const enrollmentPath = '/member/profile/facilityinformation/4100/facilityenrollment';
const memberPaid = {
  programPaymentTypeId: 2,
  memberDuesAmount: 30_00,
  memberReimbursementTypeId: 4,
  memberReimbursementAmount: 25_00,
  numberOfVisitsToReimburse: 1,
  launchDate: '2024-01-01',
} as const;

let portal: Portal;
let world: World;
let terms: GroupMembership;

const turn = async (on: boolean) =>
  saveFeatureFlags(
    await loadFeatureFlags(),
    { ...allOff, gmrAddProgram: on, gmAccessPassFeature: on },
    'test',
    new Date(),
  );
beforeAll(async () => {
  world = await makeWorld();
  terms = await setTerms(world.own.groupMembership, memberPaid);
  portal = await openPortal();
}, 180_000);
afterAll(() => portal?.close());
resetClockAfterEach();

/** Reaches a field by Tab alone and types into it. */
const type = async (place: Locator, text: string) => {
  await tabTo(place);
  await place.page().keyboard.type(text);
};
/** Reaches a button, a choice or a link by Tab alone and presses it. */
const press = async (place: Locator, key = 'Enter') => {
  await tabTo(place);
  await place.page().keyboard.press(key);
};
const next = (step: Locator) => press(step.getByRole('button', { name: 'Next' }));

/** All that comes before the signature, by keyboard: the PDF, its code, and the words to their end. */
async function agreeByKeyboard(page: Page): Promise<void> {
  const consent = page.getByRole('region', { name: 'Signing electronically' });
  // what records the opening is still on its way when the code has been typed
  const { promise: typed, resolve: hasTyped } = Promise.withResolvers<void>();
  await page.route('**/memberlegalcontract/consent', async (route) => {
    await typed;
    await route.continue();
  });
  const coming = page.waitForEvent('download');
  await press(consent.getByRole('button', { name: 'Open the agreement as a PDF' }));
  const pdf = await coming;
  await type(consent.getByLabel('Code in the PDF'), codeIn(await buffer(await pdf.createReadStream())));
  await press(consent.getByRole('button', { name: 'I agree to sign electronically' }));
  hasTyped();
  await press(page.getByRole('region', { name: 'Agreement, version 4' }), 'End');
  await page.getByText('You have read it to the end.').waitFor();
}

/** What the sending step and the bank do with a payment. */
async function pay(paymentTypeId: 6 | 7, status: PaymentStatus): Promise<void> {
  const [payment] = await loadPayments([`M-2-${paymentTypeId}-1-${id}-${current}`]);
  if (!payment) throw new Error('not generated');
  await transact(...paymentChange(payment, { ...payment, status }));
}

it('a member who pays is invited, enrolls by keyboard alone, misses a visit and is reimbursed, with both flags on', async () => {
  await turn(true);
  const token = await invitationToken(id, 1);
  await transact(
    ...memberChange(null, someMember(id, '1', { invitationStatus: 2, email, firstName: 'Ingrid' })),
    ...invitationChange(null, {
      tokenHash: tokenHashOf(token),
      memberId: id,
      partnerId: '1',
      expiresOn: '2099-12-31',
      usedAt: null,
      version: 0,
    }),
  );
  const page = await portal.visit(`/invitation/${token}`, phone);
  await page.getByRole('heading', { level: 1, name: 'Welcome, Ingrid' }).waitFor();
  await press(page.getByRole('button', { name: 'Only necessary' }));
  await type(page.getByRole('textbox', { name: /^Password/ }), password);
  await type(page.getByRole('textbox', { name: /^Confirm/ }), password);
  await page.keyboard.press('Enter');
  await page.getByText('Enroll in Facility').waitFor();

  // no key fob is asked for: the door opens by phone
  await page.goto(portal.address + enrollmentPath);
  const step = (name: string) => page.getByRole('region', { name, exact: true });
  await step('Withdrawal Details').waitFor();
  await type(step('Withdrawal Details').getByLabel('Routing Number'), '091000019');
  await type(step('Withdrawal Details').getByLabel('Account Number'), '4455667788');
  await press(step('Withdrawal Details').getByRole('radio', { name: 'Checking' }), 'Space');
  await next(step('Withdrawal Details'));
  await press(step('Deposit Details').getByRole('checkbox', { name: /^Use the same bank account/ }), 'Space');
  await next(step('Deposit Details'));
  await step('Payment Details').getByText('$30.00').first().waitFor();
  await next(step('Payment Details'));
  await agreeByKeyboard(page);
  await type(page.getByLabel('Contact Number'), '2185550142');
  expect(await axeFaults(page, 'main')).toEqual([]);
  await press(page.getByRole('checkbox', { name: /I have read this agreement/ }), 'Space');
  await press(page.getByRole('button', { name: 'Sign and enroll' }));
  await page.waitForURL(/facilityinformation\/facilities/);
  await page
    .getByRole('main')
    .getByText(/access pass/i)
    .first()
    .waitFor();

  await page.goto(`${portal.address}/member/dashboard/home`);
  await page.getByText('First payment', { exact: true }).waitFor();
  const waiting = await loadMember(id);
  expect(waiting).toMatchObject({ invitationStatus: 3, keyFobNumber: null, startsOn: today });
  await transact(...memberChange(waiting, moveMember(waiting, 'submitFirstDues', {})));
  await pay(6, submitted);

  const bar = page.getByRole('navigation', { name: 'Pages' });
  await bar.getByRole('link', { name: 'Visits' }).click();
  await page.getByText(/^0 visits in .* so far; clubs report until/).waitFor();
  await page.getByRole('button', { name: 'Report a missing visit' }).click();
  const form = page.getByRole('dialog', { name: 'Report a missing visit' });
  await form.getByLabel('Day').fill(today);
  await form.getByLabel('Note').fill('The yoga class');
  expect(await axeFaults(page, 'dialog[open]')).toEqual([]);
  await form.getByRole('button', { name: 'Send report' }).click();
  await page.getByText('Waiting for the club').waitFor();
  const answered = await call(visits.answerReport, world.clubManager, {
    params: { memberId: id, date: today },
    body: { version: 1, accepted: true },
  });
  expect(answered.status).toBe(200);
  await page.reload();
  await page.getByText(/^1 visit in .* so far; clubs report until/).waitFor();
  await bar.getByRole('link', { name: 'Home' }).click();
  await page.getByText(/^Reached: 1 of 1 visits/).waitFor();
  await page.context().close();

  // the month is closed, and its reimbursement generated, sent and paid
  setClock(`${periodStart(nextPeriod(current)).slice(0, 8)}10T18:00:00Z`);
  const { body } = await call(payments.generateMemberPayments, world.admin, {
    body: { programTypeID: 2, paymentTypeID: 7, partnerID: '1', periodID: current },
  });
  await runJob(body.jobId);
  const later = await portal.visitAs(email, '/member/account/reimbursement', phone);
  await later.getByText(/^On its way, pays after/).waitFor();
  for (const status of [submitted, received, completed] as const) await pay(7, status);
  await later.reload();
  await later.getByText('Reimbursed', { exact: true }).waitFor();
  await later.getByText('$25.00').first().waitFor();
  await later.context().close();
});

/** A member of the world's first partner with a login. */
async function login(memberId: string, given: Parameters<typeof someMember>[2]): Promise<User> {
  await transact(...memberChange(null, someMember(memberId, '1', given)));
  return somebody({ memberIds: [memberId], memberPartnerIds: ['1'] });
}

it('who pays and the flags decide the steps and the tabs', async () => {
  const invited = await login('JOURNEY2', { invitationStatus: 2 });
  const club = { facilityId: '4100', facilityName: 'Harbor Gym 4100' };
  const since = { enrolledOn: '2026-09-05', activatedOn: '2026-09-05' };
  const active = await login('JOURNEY3', { invitationStatus: 4, ...club, ...since });
  const enrolling = await portal.visitAs(invited.email, enrollmentPath, phone);
  const inside = await portal.visitAs(active.email, '/member/account/insurance', phone);
  const stepsNow = async () => {
    await enrolling.reload();
    await enrolling.getByRole('button', { name: 'Agreement', exact: true }).waitFor();
    return enrolling.locator('.agreement .step h2').allInnerTexts();
  };
  const tabsNow = async () => {
    await inside.reload();
    await inside.getByText('Related Clubs').waitFor();
    await inside.waitForLoadState('networkidle');
    return inside.getByRole('navigation', { name: 'Memberships' }).getByRole('link').allInnerTexts();
  };
  const withoutNumber = (titles: string[]) => titles.map((title) => title.replace(/^\d+\s*/, ''));
  const bank = ['Withdrawal Details', 'Deposit Details', 'Payment Details'];
  for (const [given, steps, tabs] of [
    [memberPaid, bank, ['General', 'Billing', 'Reimbursement']],
    [
      { ...memberPaid, programPaymentTypeId: 3, memberReimbursementTypeId: 10 },
      bank.filter((name) => !name.startsWith('Deposit')),
      ['General', 'Billing'],
    ],
    // only General: tabs of one page are none
    [{ ...memberPaid, programPaymentTypeId: 1, memberDuesAmount: 0, memberReimbursementTypeId: 10 }, [], []],
  ] as const) {
    terms = await setTerms(terms, given);
    await turn(true);
    expect(withoutNumber(await stepsNow())).toEqual([...steps, 'Agreement']);
    await turn(false);
    expect(withoutNumber(await stepsNow())).toEqual(['Key Fob', ...steps, 'Agreement']);
    expect(await tabsNow()).toEqual(tabs);
  }
  await enrolling.context().close();
  await inside.context().close();
});
