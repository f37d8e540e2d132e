import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { groupMembershipEntity, loadGroupMembership } from '../../functions/group-memberships/store.ts';
import { enrollmentChange, loadMember, memberChange } from '../../functions/members/store.ts';
import { handler as everyMonthNinth } from '../../functions/payments/generate-closed-month.ts';
import { loadPayment, loadPayments } from '../../functions/payments/store.ts';
import { change } from '../../functions/table/change.ts';
import { transact } from '../../functions/table/transact.ts';
import { payments } from '../../shared/payments/contract.ts';
import { Refusal } from '../../shared/refusal.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { runJob, waitingJobs } from '../support/jobs.ts';
import { makeWorld, someMember, type World } from '../support/world.ts';
import { addClubs, addMembers, enrolled } from './clubs.ts';

let world: World;
const november = ['F-3-3-2-6500-202611', 'F-3-3-2-6501-202611', 'P-3-5-2-202611'];

/** Somebody who enrolled in November and whose first dues have not been sent. */
async function addWaiting(id: string, facilityId: string): Promise<void> {
  const member = someMember(id, '2', {
    invitationStatus: 3,
    facilityId,
    enrolledOn: '2026-11-20',
    startsOn: '2026-11-20',
  });
  await transact(
    ...memberChange(null, member),
    ...enrollmentChange(null, enrolled(id, '2', facilityId, { from: '2026-11-20' })),
  );
}

/** The first dues were sent: activated from the first day. */
async function activate(id: string): Promise<void> {
  const member = await loadMember(id);
  await transact(...memberChange(member, { ...member, invitationStatus: 4, activatedOn: '2026-11-20' }));
}

async function runNinth(time: string): Promise<void> {
  waitingJobs.length = 0;
  await everyMonthNinth({ time });
  for (const id of waitingJobs) expect((await runJob(id)).status).toBe('done');
}

beforeAll(async () => {
  world = await makeWorld();
  await addClubs(['6500', '6501']);
  const terms = await loadGroupMembership('2');
  if (!terms) throw new Error('partner 2 has no program');
  const shared = {
    ...terms,
    programPaymentTypeId: 3,
    memberDuesAmount: 30_00,
    paymentForActivatedMembersOnly: true,
  } as const;
  await transact(...change(groupMembershipEntity, terms, shared, { lost: new Refusal('conflict', 'lost') }));
  await addMembers('2', [{ id: 'early', facilityId: '6500' }]);
  await addWaiting('later', '6500');
  await addWaiting('alone', '6501');
  setClock('2026-12-09T16:00:00Z');
  await runNinth('2026-12-09T06:15:00Z');
});
beforeEach(() => setClock('2027-01-09T16:00:00Z'));
resetClockAfterEach();

const regenerate = async (usagePeriodID: string) => {
  const body = { programPaymentTypeID: 3, partnerID: '2', usagePeriodID };
  const club = await call(payments.generateFacilityPayments, world.admin, { body });
  const partner = await call(payments.generatePartnerPayments, world.admin, {
    body: { ...body, paymentTypeID: 5 },
  });
  return [await runJob(club.body.jobId), await runJob(partner.body.jobId)].map(({ tally }) => tally);
};

describe('a member who is activated after the month was generated', () => {
  it('is not in the payments of that month', async () => {
    const [club, partner] = await loadPayments(november);
    expect(club?.reason.memberIds).toEqual(['early']);
    expect(partner?.reason.memberIds).toEqual(['M21', 'early']);
  });

  it('is added to the next payment of club and partner as a step of its own', async () => {
    await activate('later');
    await activate('alone');
    await runNinth('2027-01-09T06:15:00Z');
    const step = { what: '1 member of November × dues for one member', amount: 20_00 };
    expect(await loadPayment('F-3-3-2-6500-202612')).toMatchObject({
      totalPayment: 60_00,
      numberOfMembersWhoWillBePaid: 3,
      reason: { steps: [{ amount: 40_00 }, step], memberIds: ['early', 'later', 'later'], lateCount: 1 },
    });
    // a club that had no payment at all in November
    expect(await loadPayment('F-3-3-2-6501-202612')).toMatchObject({
      totalPayment: 40_00,
      reason: { steps: [{ amount: 20_00 }, step] },
    });
    expect(await loadPayment('P-3-5-2-202612')).toMatchObject({
      totalPayment: 6 * 20_00,
      reason: { steps: [{ amount: 80_00 }, { what: '2 members of November × dues for one member' }] },
    });
  });

  it('stays there when either month is generated again', async () => {
    for (const tally of [...(await regenerate('202611')), ...(await regenerate('202612'))])
      expect(tally).toMatchObject({ added: 0, changed: 0, removed: 0 });
  });
});
