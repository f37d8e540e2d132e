import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { memberChange } from '../../functions/members/store.ts';
import { paymentChange } from '../../functions/payments/store.ts';
import { transact } from '../../functions/table/transact.ts';
import type { User } from '../../functions/users/user.ts';
import { accounts } from '../../shared/contracts/accounts.ts';
import { periodsInRange, reimbursementRowOf } from '../../shared/accounts/reimbursement-history.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { setTerms } from '../enrollment/sign.ts';
import { somePayment } from '../payments/some-payment.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { useWorld, someMember } from '../support/world.ts';
import { createUser } from '../users/person.ts';

const world = useWorld();
let user: User;
const id = 'R1';
beforeAll(async () => {
  await setTerms(world.own.groupMembership, {
    programPaymentTypeId: 2,
    memberDuesAmount: 30_00,
    memberReimbursementTypeId: 4,
    memberReimbursementAmount: 25_00,
    numberOfVisitsToReimburse: 12,
  });
  const member = someMember(id, '1', {
    invitationStatus: 4,
    facilityId: '4100',
    enrolledOn: '2024-11-05',
    activatedOn: '2024-11-05',
  });
  await transact(...memberChange(null, member));
  user = await createUser({ memberIds: [id, world.other.member.id], memberPartnerIds: ['1', '2'] });
  const months = Array.from({ length: 23 }, (_, index) => {
    const month = 2024 * 12 + 11 + index;
    return `${Math.floor(month / 12)}${String((month % 12) + 1).padStart(2, '0')}`;
  });
  for (const period of months) await transact(...paymentChange(null, reimbursement(period)));
});
beforeEach(() => setClock('2026-11-20T16:00:00Z'));
resetClockAfterEach();

const reimbursement = (periodId: string, payment: Partial<Payment> = {}) =>
  somePayment({
    id: `M-2-7-1-${id}-${periodId}`,
    kind: 'member',
    programPaymentTypeId: 2,
    paymentTypeId: 7,
    memberId: id,
    payeeToken: 'payee',
    periodId,
    totalPayment: 25_00,
    amountToBeSent: 25_00,
    status: periodId === '202610' ? 0 : 5,
    ...payment,
  });
const plan = { enrollmentEntity: 'plan', planOrProgramID: 0 };
const page = (query: object = {}, params: object = plan) =>
  call(accounts.reimbursementsGroup, user, {
    params: { ...plan, ...params },
    query: { memberGuids: [id], ...query },
  });

describe('the reimbursement history', () => {
  it('begins with the last six closed months, newest first, and shows reimbursements on their way', async () => {
    const { body } = await page();
    expect(body.items.map((row: { usagePeriodID: string }) => row.usagePeriodID)).toEqual([
      '202610',
      '202609',
      '202608',
      '202607',
      '202606',
      '202605',
    ]);
    expect(body.items[0]).toMatchObject({
      yearMonth: 'October 2026',
      reimbursementAmount: 25,
      hasBeenReimbursed: false,
      status: 'onItsWay',
      description: 'On its way, pays after 11/25/2026',
    });
    expect(body.items[1]).toMatchObject({ hasBeenReimbursed: true, status: 'reimbursed' });
  });

  it('continues by cursor without duplicates or gaps, in either order', async () => {
    for (const sortOrder of ['asc', 'desc']) {
      const range = {
        usagePeriodIDFrom: '202412',
        usagePeriodIDTo: '202610',
        sortBy: 'yearMonth',
        sortOrder,
      };
      const first = (await page(range)).body;
      expect([first.items.length, first.totalCount]).toEqual([20, 23]);
      const second = (await page({ ...range, cursor: first.nextCursor })).body;
      const months = [...first.items, ...second.items].map((row: { usagePeriodID: string }) =>
        Number(row.usagePeriodID),
      );
      expect(new Set(months).size).toBe(23);
      const sign = sortOrder === 'asc' ? 1 : -1;
      expect(months).toEqual(months.toSorted((a, b) => sign * (a - b)));
      expect(second.nextCursor).toBeNull();
    }
    expect((await page({ cursor: 'bm90IGEgcm93' })).status).toBe(422);
  });

  it('refuses a reversed range and one that is not closed; one month is a range', async () => {
    const turned = await page({ usagePeriodIDFrom: '202610', usagePeriodIDTo: '202609' });
    expect([turned.status, turned.body.message]).toEqual([
      422,
      'End month should be greater than start month.',
    ]);
    expect((await page({ usagePeriodIDFrom: '202610', usagePeriodIDTo: '202611' })).status).toBe(422);
    const sample = await page({ usagePeriodIDFrom: '202610', usagePeriodIDTo: '202610' });
    expect(sample.body.items).toHaveLength(1);
    expect((await page({}, { enrollmentEntity: 'plan', planOrProgramID: 7 })).status).toBe(404);
  });

  it('has a block per program, and is hidden if nothing is reimbursed', async () => {
    const memberGuids = [id, id, world.other.member.id];
    const { body } = await call(accounts.reimbursementHistory, user, { query: { memberGuids } });
    expect(body).toMatchObject([
      {
        name: 'Partner 1',
        hideReimbursementHistory: false,
        memberGuids: [id],
        planOrProgramID: 0,
        usagePeriodIDFrom: '202605',
        usagePeriodIDTo: '202610',
        reimbursements: { totalCount: 6 },
      },
      { name: 'Partner 2', hideReimbursementHistory: true, reimbursements: { items: [] } },
    ]);
  });
});

describe('a reimbursement', () => {
  const row = (payment: Partial<Payment>, today = '2026-11-20') =>
    reimbursementRowOf(reimbursement('202610', payment), someMember(id, '1', { invitationStatus: 4 }), {
      visitCount: 7,
      today,
    });
  it.each([
    [
      'too few visits',
      {
        status: 4,
        totalPayment: 0,
        reason: {
          rule: 'member reimbursement 1',
          steps: [{ what: '7 of 12 visits in October 2026', amount: 0 }],
        },
      },
      'failed',
      '7 of 12 visits',
    ],
    ['canceled by hand', { status: 4 }, 'failed', 'Canceled'],
    ['returned', { status: 3 }, 'failed', 'Returned by your bank. Update your billing info.'],
    ['with the paycheck', { status: 6, memberBillingTypeId: 2 }, 'reimbursed', 'With your paycheck'],
    ['completed', { status: 5 }, 'reimbursed', ''],
    ['submitted', { status: 2 }, 'onItsWay', 'On its way, pays after 11/25/2026'],
    ['without an account', { status: 0, payeeToken: null }, 'onItsWay', 'Waiting for your billing info'],
  ] as const)('%s is reported as such', (_, overrides, status, description) => {
    expect(row(overrides as Partial<Payment>)).toMatchObject({
      status,
      description,
      hasBeenReimbursed: status === 'reimbursed',
    });
  });
  it('on its way after its day no longer shows the day', () => {
    expect(row({ status: 2 }, '2026-11-26').description).toBe('On its way');
  });
});

it("the default range follows the clubs' deadline", () => {
  expect(periodsInRange({}, new Date('2026-11-09T04:00:00Z'))[0]).toBe('202609');
  expect(periodsInRange({}, new Date('2026-11-09T07:00:00Z'))[0]).toBe('202610');
});
