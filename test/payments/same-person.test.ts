import { beforeAll, describe, expect, it } from 'vitest';
import { loadMember } from '../../functions/members/store.ts';
import { loadPayment } from '../../functions/payments/store.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { type Member, isSamePerson } from '../../shared/members/member.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { runJob } from '../support/jobs.ts';
import { someMember, useWorld } from '../support/world.ts';
import { addFacilities } from './facilities.ts';
import { addEnrolled, markSent, stepsOf, totalsOf } from './share-lifecycles.ts';
import { setTerms } from './paycheck.ts';

const world = useWorld();
const facilityPayment = (facilityId: string, period: string) => `F-1-3-2-${facilityId}-${period}`;
const active = { invitationStatus: 4, activatedOn: '2026-11-02' } as const;

async function end(id: string): Promise<void> {
  const { body } = await call(employees.deleteEnrollment, world.admin, {
    params: { programPaymentTypeID: 1, groupMembershipEnrollmentID: id },
  });
  expect(body.message).toBe('The membership was deleted.');
  expect(await loadMember(id)).toMatchObject({ invitationStatus: 8 });
}

async function generate(usagePeriodID: string): Promise<void> {
  const body = { programTypeID: 1, programPaymentTypeID: 1, partnerID: '2', usagePeriodID };
  const facility = await call(payments.generateFacilityPayments, world.admin, { body });
  expect((await runJob(facility.body.jobId)).status).toBe('done');
  const partner = await call(payments.generatePartnerPayments, world.admin, {
    body: { ...body, paymentTypeID: 4 },
  });
  expect((await runJob(partner.body.jobId)).status).toBe('done');
}

beforeAll(async () => {
  await addFacilities(['6700', '6701', '6702', '6703']);
  await setTerms('2', { paymentForActivatedMembersOnly: true, adminFee: 0 });
  setClock('2026-11-10T16:00:00Z');
  const jane = { ...active, firstName: 'Jane', lastName: 'Roe', email: 'jane@people.test' };
  const omar = { ...active, firstName: 'Omar', lastName: 'Diaz', dateOfBirth: '1980-02-03' };
  await addEnrolled('jane-1', '6700', '2026-11-02', jane);
  await addEnrolled('omar-1', '6702', '2026-11-02', { ...omar, email: 'omar@people.test' });
  await end('jane-1');
  await end('omar-1');
  setClock('2026-11-20T16:00:00Z');
  const again: Partial<Member> = { activatedOn: '2026-11-20' };
  await addEnrolled('jane-2', '6701', '2026-11-20', { ...jane, ...again });
  await addEnrolled('omar-2', '6703', '2026-11-20', { ...omar, ...again, dateOfBirth: null });
});
resetClockAfterEach();

describe('a person who is deleted and enrolled again in one month', () => {
  it('counts once, at the last facility, for facility and partner', async () => {
    setClock('2026-12-09T16:00:00Z');
    await generate('202611');
    expect(await totalsOf(facilityPayment('6700', '202611'), facilityPayment('6701', '202611'))).toEqual([
      0, 20_00,
    ]);
    expect(await stepsOf(facilityPayment('6700', '202611'))).toContain(
      '1 member not counted: left and enrolled again in November: 0',
    );
    const { reason } = await loadPayment('P-1-4-2-202611');
    expect(reason.memberIds?.filter((id) => id.startsWith('jane'))).toEqual(['jane-2', 'jane-1']);
    expect(reason.steps).toContainEqual({
      what: '1 member not counted: left and enrolled again in November',
      amount: 0,
    });
    // M21, Jane, and both memberships of Omar
    expect(reason.steps[0]).toMatchObject({ amount: 80_00 });
  });

  it('counts twice if the match is ambiguous, and is reported to an administrator', async () => {
    const ids = [facilityPayment('6702', '202611'), facilityPayment('6703', '202611')];
    expect(await totalsOf(...ids)).toEqual([20_00, 20_00]);
    const check =
      'Please check: 1 member of November may be counted twice, as a former and a new member (Omar Diaz): 0';
    expect(await stepsOf(ids[1] ?? '')).toContain(check);
    expect(await stepsOf('P-1-4-2-202611')).toContain(check);
  });

  it('counts under the first membership if its payment was sent', async () => {
    setClock('2026-12-10T16:00:00Z');
    const [left, joined] = [facilityPayment('6700', '202612'), facilityPayment('6701', '202612')];
    await addEnrolled('kim-1', '6700', '2026-12-02', {
      ...active,
      activatedOn: '2026-12-02',
      lastName: 'Kim',
    });
    setClock('2027-01-09T16:00:00Z');
    await generate('202612');
    await markSent(left);
    const kim = await loadMember('kim-1');
    setClock('2026-12-20T16:00:00Z');
    await end('kim-1');
    const { firstName, lastName, email } = kim;
    const values = { ...active, activatedOn: '2026-12-21', firstName, lastName, email };
    await addEnrolled('kim-2', '6701', '2026-12-21', values);
    setClock('2027-01-10T16:00:00Z');
    await generate('202612');
    expect(await totalsOf(left, joined)).toEqual([20_00, 20_00]);
    expect(await stepsOf(joined)).toContain(
      '1 member not counted: in the payment of Harbor Gym 6700 for December: 0',
    );
  });
});

describe('two members', () => {
  const member = someMember('one', '2', { firstName: 'Zoë', lastName: 'Marsh', email: 'zoe@people.test' });
  const other = (overrides: Partial<Member>) => ({ ...member, email: 'z.marsh@people.test', ...overrides });
  const keyFob = { formerKeyFobNumber: 'AB0011' };
  const born = { dateOfBirth: '1990-05-05' };

  it.each<[Partial<Member>, Partial<Member>, 'yes' | 'perhaps' | 'no']>([
    [{}, { email: 'ZOE@people.test', firstName: 'Zoe' }, 'yes'],
    [born, born, 'yes'],
    [keyFob, { keyFobNumber: 'AB0011' }, 'yes'],
    [{ ...keyFob, ...born }, { keyFobNumber: 'AB0011', ...born, lastName: 'Reed' }, 'yes'],
    [born, { email: member.email, dateOfBirth: '1991-05-05' }, 'perhaps'],
    [{}, {}, 'perhaps'],
    [keyFob, { keyFobNumber: 'AB0011', lastName: 'Reed' }, 'perhaps'],
    [born, { dateOfBirth: '1991-05-05' }, 'no'],
    [born, { ...born, lastName: 'Reed' }, 'no'],
  ])('%j and %j are one person: %s', (former, present, expected) => {
    expect(isSamePerson({ ...member, ...former }, other(present))).toBe(expected);
  });
});
