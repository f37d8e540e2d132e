import { randomUUID } from 'node:crypto';
import { setFlags } from '../support/flags.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyFobEntity } from '../../functions/employees/store.ts';
import { invitationChange } from '../../functions/members/invitation-store.ts';
import { invitationToken, tokenHashOf } from '../../functions/members/invitation-token.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { loadPayments, paymentChange } from '../../functions/payments/store.ts';
import { change } from '../../functions/table/change.ts';
import { transact } from '../../functions/table/transact.ts';
import { dateInChicago, nextPeriod, periodOf, periodStart } from '../../shared/calendar.ts';
import type { GroupMembership } from '../../shared/group-memberships/group-membership.ts';
import { moveMember } from '../../shared/members/membership-status.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { completed, received, submitted, type PaymentStatus } from '../../shared/payments/payment.ts';
import { Refusal } from '../../shared/refusal.ts';
import { visits } from '../../shared/contracts/visits.ts';
import { members } from '../../shared/contracts/members.ts';
import { addFacilities } from '../payments/facilities.ts';
import { axeFaults } from '../support/axe.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { runJob } from '../support/jobs.ts';
import { makeWorld, someMember, type World } from '../support/world.ts';
import { password, createUser } from '../users/person.ts';
import { openPortal, type Portal } from '../web/portal.ts';
import { type Hands, keyboard, pointer } from '../enrollment/hands.ts';
import { setTerms } from '../enrollment/sign.ts';

const phone = { viewport: { width: 390, height: 844 } };
const today = dateInChicago(new Date());
const current = periodOf(today);
const enrollmentPath = '/member/profile/facilityinformation/4100/facilityenrollment';
const partnerPaid = {
  programPaymentTypeId: 1,
  memberDuesAmount: 0,
  memberReimbursementTypeId: 10,
  memberReimbursementAmount: 0,
  numberOfVisitsToReimburse: 0,
  launchDate: '2024-01-01',
} as const;
const memberPaid = {
  ...partnerPaid,
  programPaymentTypeId: 2,
  memberDuesAmount: 30_00,
  memberReimbursementTypeId: 4,
  memberReimbursementAmount: 25_00,
  numberOfVisitsToReimburse: 1,
} as const;
interface Walk {
  title: string;
  terms: Partial<GroupMembership>;
  flags: boolean;
  hands: Hands;
  steps: string[];
  tabs: string[];
}
const walks: readonly Walk[] = [
  // a section with one page has no tabs
  { title: 'whose partner pays', terms: partnerPaid, flags: false, hands: pointer, steps: [], tabs: [] },
  {
    title: 'who pays',
    terms: memberPaid,
    flags: true,
    hands: keyboard,
    steps: ['Withdrawal Details', 'Deposit Details', 'Payment Details'],
    tabs: ['General', 'Billing', 'Reimbursement'],
  },
];

let portal: Portal;
let world: World;
let terms: GroupMembership;
let count = 0;
let signer = '';

const turn = async (on: boolean) => setFlags({ gmrAddProgram: on, gmAccessPassFeature: on });
beforeAll(async () => {
  world = await makeWorld();
  terms = world.own.groupMembership;
  await addFacilities(['7500']);
  portal = await openPortal();
}, 180_000);
afterAll(() => portal?.close());
resetClockAfterEach();

async function invited(): Promise<{ id: string; email: string; keyFob: string; token: string }> {
  count += 1;
  const id = `JOURNEY${count}`;
  const email = `journey-${randomUUID().slice(0, 8)}@people.test`;
  const keyFob = `C0000${count}`;
  const token = await invitationToken(id, 1);
  const free = {
    keyFobStatusId: 0,
    memberId: null,
    addedAt: '2026-09-01T12:00:00.000Z',
    version: 0,
  } as const;
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
    ...change(
      keyFobEntity,
      null,
      { ...free, number: keyFob, partnerId: '1' },
      {
        lost: new Refusal('conflict', 'It is there already.'),
      },
    ),
  );
  return { id, email, keyFob, token };
}

async function pay(id: string, paymentTypeId: 6 | 7, status: PaymentStatus): Promise<void> {
  const [payment] = await loadPayments([
    `M-${terms.programPaymentTypeId}-${paymentTypeId}-1-${id}-${current}`,
  ]);
  if (!payment) throw new Error('not generated');
  await transact(...paymentChange(payment, { ...payment, status }));
}

async function accept({ type, onClick }: Hands, token: string): Promise<Page> {
  const page = await portal.visit(`/invitation/${token}`, phone);
  await page.getByRole('heading', { level: 1, name: 'Welcome, Ingrid' }).waitFor();
  await page.getByText(/^(You pay \$|Partner 1 pays for your membership)/).waitFor();
  await onClick(page.getByRole('button', { name: 'Only necessary' }));
  await type(page.getByRole('textbox', { name: /^Password/ }), password);
  await type(page.getByRole('textbox', { name: /^Confirm/ }), password);
  await page.keyboard.press('Enter');
  await page.getByText('Enroll in Facility').waitFor();
  return page;
}

const stepOn = (page: Page) => (name: string) => page.getByRole('region', { name, exact: true });

async function enroll(page: Page, { hands, steps, flags }: Walk, keyFob: string): Promise<void> {
  const { type, onClick, tick, agree } = hands;
  const step = stepOn(page);
  const next = (name: string) => onClick(step(name).getByRole('button', { name: 'Next' }));
  await page.goto(portal.address + enrollmentPath);
  await page.getByRole('button', { name: 'Agreement', exact: true }).waitFor();
  const titles = await page.locator('.agreement .step h2').allInnerTexts();
  // members with digital access enter no key fob
  expect(titles.map((title) => title.replace(/^\d+\s*/, ''))).toEqual([
    ...(flags ? [] : ['Key Fob']),
    ...steps,
    'Agreement',
  ]);
  if (!flags) {
    await type(step('Key Fob').getByLabel('Key Fob'), keyFob);
    await next('Key Fob');
  }
  if (steps.length > 0) {
    await type(step('Withdrawal Details').getByLabel('Routing Number'), '091000019');
    await type(step('Withdrawal Details').getByLabel('Account Number'), '4455667788');
    await tick(step('Withdrawal Details').getByRole('radio', { name: 'Checking' }));
    await next('Withdrawal Details');
    await tick(step('Deposit Details').getByRole('checkbox', { name: /^Use the same bank account/ }));
    await next('Deposit Details');
    await step('Payment Details').getByText('$30.00').first().waitFor();
    await next('Payment Details');
  }
  await agree(page);
  await type(page.getByLabel('Contact Number'), '2185550142');
  if (hands === keyboard) expect(await axeFaults(page, 'main')).toEqual([]);
  await tick(page.getByRole('checkbox', { name: /I have read this agreement/ }));
  await onClick(page.getByRole('button', { name: 'Sign and enroll' }));
  await page.waitForURL(/facilityinformation\/facilities/);
  await page
    .getByRole('main')
    .getByText(flags ? /access pass/i : keyFob)
    .first()
    .waitFor();
}

async function activate(page: Page, id: string, keyFob: string | null): Promise<void> {
  const member = await loadMember(id);
  const pays = terms.memberDuesAmount > 0;
  expect(member).toMatchObject({ invitationStatus: pays ? 3 : 4, keyFobNumber: keyFob, startsOn: today });
  if (pays && keyFob === null) {
    await page.goto(`${portal.address}/member/accesspass`);
    await page.getByText(/^Your pass is ready when we send your first payment of \$/).waitFor();
    expect(await axeFaults(page, 'main')).toEqual([]);
  }
  await page.goto(`${portal.address}/member/dashboard/home`);
  if (!pays) return;
  await page.getByText('First payment', { exact: true }).waitFor();
  await transact(...memberChange(member, moveMember(member, 'submitFirstDues', {})));
  await pay(id, 6, submitted);
}

async function missVisit(page: Page, id: string, hands: Hands): Promise<void> {
  const bar = page.getByRole('navigation', { name: 'Pages' });
  await bar.getByRole('link', { name: 'Visits' }).click();
  await page.getByText(/^0 visits in .* so far; clubs report until/).waitFor();
  await page.getByRole('button', { name: 'Report a missing visit' }).click();
  const form = page.getByRole('dialog', { name: 'Report a missing visit' });
  await form.getByLabel('Day').fill(today);
  await form.getByLabel('Note').fill('The yoga class');
  if (hands === keyboard) expect(await axeFaults(page, 'dialog[open]')).toEqual([]);
  await form.getByRole('button', { name: 'Send report' }).click();
  await page.getByText('Waiting for the club').waitFor();
  const answered = await call(visits.answerReport, world.facilityManager, {
    params: { memberId: id, date: today },
    body: { version: 1, accepted: true },
  });
  expect(answered.status).toBe(200);
  await page.reload();
  await page.getByText(/^1 visit in .* so far; clubs report until/).waitFor();
  await bar.getByRole('link', { name: 'Home' }).click();
  const reimburses = terms.memberReimbursementAmount > 0;
  await page.getByText(reimburses ? /^Goal reached: 1 visit, 1 required/ : '1 visit so far').waitFor();
}

async function lookAtMemberships(page: Page, { tabs }: Walk): Promise<void> {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Memberships' }).click();
  await page.getByText('Related Clubs').waitFor();
  const links = page.getByRole('navigation', { name: 'Memberships' }).getByRole('link');
  await expect.poll(() => links.allInnerTexts()).toEqual(tabs);
}

/** Reports a lost key fob, or requests another club without one, and sees the outcome. */
async function request(page: Page, { hands, flags }: Walk, id: string): Promise<void> {
  await page.goto(`${portal.address}/member/profile/facilityinformation/facilities`);
  const kind = flags ? 'clubChange' : 'lostKeyFob';
  const title = flags ? 'Request another club' : 'Report a lost key fob';
  await page.getByRole('button', { name: title }).click();
  const form = page.getByRole('dialog', { name: title });
  if (flags) {
    await form.getByLabel('Club').fill('Harbor Gym 7500');
    await form.getByRole('option', { name: 'Harbor Gym 7500' }).click();
  }
  await form.getByLabel('Note').fill('I moved.');
  if (hands === keyboard) expect(await axeFaults(page, 'dialog[open]')).toEqual([]);
  await form.getByRole('button', { name: 'Send request' }).click();
  const requests = page.getByRole('region', { name: 'Requests' });
  await requests.getByText('Open', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: title }).count()).toBe(0);
  const reason = 'That club is closing soon.';
  const body = flags ? { accepted: false, reason } : { accepted: true, newNumber: `C0E00${count}` };
  const answered = await call(members.answerRequest, world.admin, {
    params: { memberId: id, kind },
    body: { version: 1, ...body },
  });
  expect(answered.status).toBe(200);
  await page.reload();
  await requests.getByText(flags ? reason : /^Your key fob is C0E00\d\./).waitFor();
  await page.getByRole('button', { name: title }).waitFor();
}

async function reimburse(id: string, email: string): Promise<void> {
  setClock(`${periodStart(nextPeriod(current)).slice(0, 8)}10T18:00:00Z`);
  const { body } = await call(payments.generateMemberPayments, world.admin, {
    body: {
      programTypeID: terms.programPaymentTypeId,
      paymentTypeID: 7,
      partnerID: '1',
      periodID: current,
    },
  });
  await runJob(body.jobId);
  const page = await portal.visitAs(email, '/member/account/reimbursement', phone);
  await page.getByText(/^On its way, pays after/).waitFor();
  for (const status of [submitted, received, completed] as const) await pay(id, 7, status);
  await page.reload();
  await page.getByText('Reimbursed', { exact: true }).waitFor();
  await page.getByText('$25.00').first().waitFor();
  await page.context().close();
}

describe.each(walks)('a member $title, with both flags on: $flags,', (walk) => {
  it('is invited, enrolls, misses a visit, and is reimbursed according to the program', async () => {
    terms = await setTerms(terms, walk.terms);
    await turn(walk.flags);
    const { id, email, keyFob, token } = await invited();
    if (walk.hands === keyboard) signer = id;
    const page = await accept(walk.hands, token);
    await enroll(page, walk, keyFob);
    await activate(page, id, walk.flags ? null : keyFob);
    await missVisit(page, id, walk.hands);
    await lookAtMemberships(page, walk);
    await request(page, walk, id);
    if (terms.memberReimbursementAmount === 0) {
      // what the program does not have is no page
      await page.goto(`${portal.address}/member/account/reimbursement`);
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    }
    await page.context().close();
    if (terms.memberReimbursementAmount > 0) await reimburse(id, email);
  });
});

it('a signed agreement is read by an administrator and by the club’s manager as it was signed', async () => {
  await turn(true);
  const admin = await createUser({ role: 'systemAdmin' });
  const manager = await createUser({ role: 'facilityManager', facilityId: '4100' });
  for (const [user, part] of [
    [admin, '/admin'],
    [manager, '/facilitymanager'],
  ] as const) {
    const page = await portal.visitAs(user.email, `${part}/members/${signer}/legalcontract`, phone);
    const words = page.getByRole('region', { name: 'Agreement, version 7' });
    await words.getByText('Authorization').first().waitFor();
    await page.getByText('Withdrawal Details').click();
    await page.getByText('account ending in 7788').first().waitFor();
    expect(await page.getByText('4455667788').count()).toBe(0);
    await page.context().close();
  }
});

it('a phone without a network shows a pass that the club takes once', async () => {
  await turn(true);
  const since = { enrolledOn: '2026-09-05', activatedOn: '2026-09-05' };
  const facility = { facilityId: '4100', facilityName: 'Harbor Gym 4100', facilityIsAf: true };
  count += 1;
  const id = `JOURNEY${count}`;
  await transact(...memberChange(null, someMember(id, '1', { invitationStatus: 4, ...since, ...facility })));
  const member = await createUser({ memberIds: [id], memberPartnerIds: ['1'] });
  const manager = await createUser({ role: 'facilityManager', facilityId: '4100' });
  const page = await portal.visitAs(member.email, '/member/accesspass', phone);
  await page.getByRole('button', { name: 'Set up my access pass' }).click();
  const picture = page.getByRole('img', { name: 'Your access pass as a QR code' });
  await picture.waitFor();
  expect(await axeFaults(page, 'main')).toEqual([]);
  await page.evaluate(() => navigator.serviceWorker.ready);
  const door = await portal.visitAs(manager.email, '/facilitymanager/accesspasses');
  const values = door.getByLabel('Code');
  await values.waitFor();

  await page.getByRole('link', { name: 'offline page of your pass' }).click();
  await page.getByRole('link', { name: 'Back to Wellport' }).waitFor();
  await picture.waitFor();
  const wire = await page.context().newCDPSession(page);
  const { installabilityErrors } = await wire.send('Page.getInstallabilityErrors');
  // a browser context of a test is always a private one
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  // the phone is put away and opened again
  await page.context().setOffline(true);
  await page.reload();
  await picture.waitFor();
  const shown = page.getByText(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  await shown.waitFor();
  const code = await shown.innerText();
  const take = async (words: RegExp) => {
    await values.fill(code);
    await door.getByRole('button', { name: 'Check in' }).click();
    await door.getByText(words).waitFor();
  };
  await take(/is checked in\. The visit counts\./);
  await take(/This code was already used/);
  await page.getByText(/^Works without a network until \d{2}\/\d{2}\/\d{4}\.$/).waitFor();
  await page.context().close();
  await door.context().close();
});
