import { beforeAll, expect, it } from 'vitest';
import { groupMembershipChange } from '../../functions/group-memberships/store.ts';
import { memberChange } from '../../functions/members/store.ts';
import { paymentChange } from '../../functions/payments/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { transact } from '../../functions/table/transact.ts';
import { dateInChicago, nextPeriod, periodName, periodOf, showDate } from '../../shared/calendar.ts';
import type { MemberPayment } from '../../shared/payments/payment.ts';
import { giveAccount } from '../bank-files/runs.ts';
import { somePayment } from '../payments/some-payment.ts';
import { makeWorld, someMember } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { usePortal } from '../web/portal.ts';

const portal = usePortal();
const today = dateInChicago(now());
const current = periodOf(today);

beforeAll(async () => {
  const { other } = await makeWorld();
  const terms = other.groupMembership;
  await transact(
    ...groupMembershipChange(terms, { ...terms, programPaymentTypeId: 2, memberDuesAmount: 30_00 }),
  );
});

const duesOf = (id: string, overrides: Partial<MemberPayment>) =>
  somePayment<'member'>({
    kind: 'member',
    programPaymentTypeId: 2,
    paymentTypeId: 6,
    partnerId: '2',
    memberId: id,
    periodId: current,
    totalPayment: 30_00,
    amountToBeSent: 30_00,
    payeeToken: `payee-${id}`,
    ...overrides,
    id: `M-2-6-2-${id}-${overrides.periodId ?? current}`,
  });

async function visit(id: string, dues: MemberPayment[], path: string) {
  const active = {
    invitationStatus: 4,
    facilityId: '4100',
    facilityName: 'Harbor Gym 4100',
    enrolledOn: today,
    startsOn: today,
    activatedOn: today,
    withdrawalPayeeToken: `payee-${id}`,
  } as const;
  await transact(
    ...memberChange(null, someMember(id, '2', active)),
    ...dues.flatMap((payment) => paymentChange(null, payment)),
  );
  await giveAccount(duesOf(id, {}));
  const { email } = await createUser({ memberIds: [id], memberPartnerIds: ['2'] });
  return portal.visitAs(email, path);
}

it('advises what to do about returned dues that are withdrawn again', async () => {
  const at = now().toISOString();
  const attempts = [{ bankFileId: 'F', trace: '1', at, amount: 30_00, returned: { at, code: 'R01' } }];
  const page = await visit('HM1', [duesOf('HM1', { status: 3, attempts })], '/member');
  const card = page.getByRole('region', { name: /^Returned dues/ });
  await card.getByText('Make sure that the money is there by then, or enter another account.').waitFor();
  await card.getByRole('link', { name: 'Enter a bank account' }).click();
  await page.getByRole('heading', { level: 1, name: 'Billing' }).waitFor();
});

it('names the account that was entered after the return', async () => {
  const at = new Date(now().getTime() - 9 * 86_400_000).toISOString();
  const attempts = [{ bankFileId: 'F', trace: '1', at, amount: 30_00, returned: { at, code: 'R01' } }];
  const page = await visit('HM4', [duesOf('HM4', { status: 3, attempts })], '/member');
  const card = page.getByRole('region', { name: /^Returned dues/ });
  await card
    .getByText(
      /from your account ending in \d{4} on or after [^.]+\. Make sure that the money is there by then\.$/,
    )
    .waitFor();
  expect(await card.getByRole('link', { name: 'Enter a bank account' }).count()).toBe(0);
});

it('names each withdrawal that comes, with its month', async () => {
  const next = nextPeriod(current);
  const payments = [duesOf('HM2', {}), duesOf('HM2', { periodId: next, amountToBeSent: 24_00 })];
  const page = await visit(
    'HM2',
    payments.map((dues) => ({ ...dues, status: 1 as const, statusAt: now().toISOString() })),
    '/member',
  );
  const list = page.getByRole('region', { name: 'This month' });
  await list.getByText('Next withdrawal').waitFor();
  await list.getByText(`Withdrawal for ${periodName(next)}`).waitFor();
  expect(await list.innerText()).toMatch(/\$30\.00[^]*\$24\.00/);
  await list.page().goto(`${portal.address}/member/account/billing`);
  const card = page.getByRole('region', { name: /^Withdrawal for / }).first();
  expect((await card.innerText()).split(periodName(current))).toHaveLength(2);
});

it('names a single day once where only it can be reported', async () => {
  const page = await visit('HM3', [], '/member/profile/usagelog');
  await page.getByRole('button', { name: 'Report a missing visit' }).click();
  await page
    .getByRole('dialog')
    .getByText(`You can report ${showDate(today)}`)
    .waitFor();
});
