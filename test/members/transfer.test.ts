import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { enrollmentsOf } from '../../functions/members/enrollments-store.ts';
import { loadFacility, facilityChange } from '../../functions/facilities/store.ts';
import { loadJob } from '../../functions/jobs/store.ts';
import { s3 } from '../../functions/platform/files.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { loadPayments } from '../../functions/payments/store.ts';
import { keys } from '../../functions/table/keys.ts';
import { eachItem } from '../../functions/table/table.ts';
import { transact } from '../../functions/table/transact.ts';
import type { Facility } from '../../shared/facilities/facility.ts';
import { members } from '../../shared/contracts/members.ts';
import { deactivationQuestion, type MemberRow } from '../../shared/members/member-row.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { runDying } from '../employees/people.ts';
import { addFacilities, addMembers } from '../payments/facilities.ts';
import { call } from '../support/call.ts';
import { defined } from '../support/defined.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { runJob, waitingJobs } from '../support/jobs.ts';
import { mailsTo } from '../users/person.ts';
import { useWorld, someMember } from '../support/world.ts';

const world = useWorld();
beforeAll(async () => {
  await addFacilities(['6000', '6001', '6002', '6003']);
});
beforeEach(() => setClock('2026-11-20T16:00:00Z'));
resetClockAfterEach();

const change = async (id: string, facility: Partial<Facility>) => {
  const current = await loadFacility(id);
  await transact(...facilityChange(current, { ...current, ...facility }));
};
const transfer = (facilityId: string, body: unknown) =>
  call(members.transfer, world.admin, { params: { facilityId }, body });
const place = (id: string, facilityId = '6000', overrides = {}) =>
  addMembers('1', [{ id, facilityId }], overrides);
const stays = async (id: string) => {
  const found: string[] = [];
  for await (const enrollment of enrollmentsOf('1'))
    if (enrollment.memberId === id)
      found.push(`${enrollment.facilityId} ${enrollment.from} ${enrollment.to}`);
  return found;
};
const results = async (jobId: string) => {
  const rows: { memberID: string; success: boolean; message: string }[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await call(members.transferResults, world.admin, {
      params: { jobId },
      query: { cursor },
    });
    rows.push(...body.items);
    cursor = body.nextCursor ?? undefined;
  } while (cursor);
  return rows;
};
const transfersOf = async (id: string) => {
  let count = 0;
  for await (const event of eachItem(keys.audit(`member ${id}`, '', '').pk))
    if (event.name === 'member transferred') count += 1;
  return count;
};

describe('a transfer', () => {
  it('notifies the member once by email, and only when the club changes', async () => {
    await addFacilities(['6010', '6011']);
    await place('TN1', '6010', { email: 'tn1@people.test' });
    waitingJobs.length = 0;
    await transfer('6011', ['TN1']);
    await transfer('6011', ['TN1']);
    for (const job of waitingJobs.splice(0)) await runJob(job);
    const mails = await mailsTo('tn1@people.test');
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatch(/From \d\d\/\d\d\/\d{4}, your home club is Harbor Gym 6011/);
  });

  it('ends the old stay, begins the new one the same day, keeps the key fob, and pays the club of the last day', async () => {
    await place('T1', '6000', { keyFobNumber: 'AB9991' });
    const { status, body } = await transfer('6001', ['T1']);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({
      success: true,
      message: '1 member transferred to Harbor Gym 6001.',
      data: [{ memberID: 'T1', success: true, message: 'Transferred', fromNumber: '6000', toNumber: '6001' }],
    });
    expect(await stays('T1')).toEqual(['6000 2026-09-05 2026-11-20', '6001 2026-11-20 null']);
    expect(await loadMember('T1')).toMatchObject({ facilityId: '6001', keyFobNumber: 'AB9991' });
    const at = async (facilityID: string) =>
      (await call(members.list, world.admin, { query: { facilityID } })).body.items.map(
        ({ memberID }: { memberID: string }) => memberID,
      );
    expect([await at('6000'), await at('6001')]).toEqual([[], ['T1']]);
    setClock('2026-12-09T16:00:00Z');
    const query = { programTypeID: 1, programPaymentTypeID: 1, partnerID: '1', periodID: '202611' };
    const { usagePeriodID, ...rest } = { ...query, usagePeriodID: '202611' };
    const begun = await call(payments.generateFacilityPayments, world.admin, {
      body: { ...rest, usagePeriodID, paymentTypeID: 3 },
    });
    expect(begun.status, JSON.stringify(begun.body)).toBe(200);
    await runJob(begun.body.jobId);
    const paid = await loadPayments(['6000', '6001'].map((current) => `F-1-3-1-${current}-202611`));
    expect(paid.map(({ id, reason }) => [id, reason.memberCount])).toEqual([['F-1-3-1-6001-202611', 1]]);
  });

  it('reports no change when it is repeated', async () => {
    await place('T2');
    await transfer('6001', ['T2', 'T2']);
    const again = await transfer('6001', ['T2', 'T2']);
    expect(again.body.data).toEqual([
      expect.objectContaining({ success: true, message: 'Already at Harbor Gym 6001. Nothing was changed.' }),
    ]);
    expect(await transfersOf('T2')).toBe(1);
  });

  it('preserves the first enrollment of a returning member, and counts a month with two enrollments once', async () => {
    await place('T3');
    await transfer('6002', ['T3']);
    await transfer('6000', ['T3']);
    expect(await stays('T3')).toEqual(['6000 2026-09-05 null', '6002 2026-11-20 2026-11-20']);
    await transfer('6002', ['T3']);
    setClock('2026-11-25T16:00:00Z');
    await transfer('6000', ['T3']);
    expect(await stays('T3')).toEqual([
      '6000 2026-11-25 null',
      '6000 2026-09-05 2026-11-20',
      '6002 2026-11-20 2026-11-25',
    ]);
    setClock('2026-12-09T16:00:00Z');
    const body = {
      programTypeID: 1,
      programPaymentTypeID: 1,
      partnerID: '1',
      usagePeriodID: '202611',
      paymentTypeID: 3,
    };
    await runJob((await call(payments.generateFacilityPayments, world.admin, { body })).body.jobId);
    const [back, between] = await loadPayments(['F-1-3-1-6000-202611', 'F-1-3-1-6002-202611']);
    expect([back?.reason.memberCount, between]).toEqual([1, undefined]);
  });

  it('preserves the end date of a leaving member', async () => {
    await place('T4', '6000', { invitationStatus: 6, leavingOn: '2026-12-01' });
    await transfer('6001', ['T4']);
    expect((await loadMember('T4')).leavingOn).toBe('2026-12-01');
  });

  it('reports a reason for each member that cannot be transferred, and transfers the others', async () => {
    await place('T5');
    await place('T6', '6000', { invitationStatus: 8, leavingOn: '2026-11-01' });
    await transact(...memberChange(null, someMember('T7', '1')));
    const { body } = await transfer('6003', ['T5', 'T6', 'T7', 'nobody']);
    expect(
      body.data.map(({ success, message }: { success: boolean; message: string }) => [success, message]),
    ).toEqual([
      [true, 'Transferred'],
      [false, 'This membership has ended.'],
      [false, 'This member is not enrolled at a facility yet.'],
      [false, 'Member not found.'],
    ]);
    expect(body.message).toBe(
      '1 member transferred to Harbor Gym 6003. 3 members failed; they are where they were.',
    );
    expect(await results(body.jobId)).toEqual(body.data);
  });

  it('transfers a member that is named twice once, and reports each unknown id', async () => {
    await place('T9');
    const { body } = await transfer('6003', ['T9', 'T9']);
    expect(body.data.map(({ memberID }: { memberID: string }) => memberID)).toEqual(['T9']);
    expect(await transfersOf('T9')).toBe(1);
    expect((await transfer('6001', ['T9', 'MEMBER#T9'])).status).toBe(400);
    const unknown = Array.from({ length: 10_000 }, (_, at) => `nobody-${at}`);
    const begun = await transfer('6001', unknown);
    const job = await runJob(begun.body.jobId);
    expect(job).toMatchObject({ status: 'done', tally: { changed: 0, failed: 10_000 } });
    expect((await loadMember('T9')).facilityId).toBe('6003');
  });

  it('is refused for a club outside the chain, on hold or unknown, and let into a closing one', async () => {
    await place('T8');
    await change('6003', { isAf: false });
    expect((await transfer('6003', ['T8'])).body.message).toContain('AF facilities only');
    await change('6003', { isAf: true, enrollmentStatus: 2 });
    expect((await transfer('6003', ['T8'])).body.message).toBe(
      'Harbor Gym 6003 is on hold and takes no members. Choose another facility.',
    );
    expect((await transfer('9999', ['T8'])).status).toBe(404);
    expect((await loadMember('T8')).facilityId).toBe('6000');
    await change('6003', { enrollmentStatus: 3 });
    expect((await transfer('6003', ['T8'])).body.data[0].success).toBe(true);
    expect((await transfer('6003', [])).status).toBe(400);
    expect(
      (
        await transfer(
          '6003',
          Array.from({ length: 10_001 }, (_, at) => `m${at}`),
        )
      ).status,
    ).toBe(400);
    expect(
      (await call(members.transfer, world.own.manager, { params: { facilityId: '6003' }, body: ['T8'] }))
        .status,
    ).toBe(403);
  });
});

/** A search text or position can be the name of a person; an erasure does not find it in a job. */
async function expectNoSearchText(jobId: string): Promise<void> {
  const { input, cursor } = defined(await loadJob(jobId));
  expect([JSON.stringify(input), cursor]).toEqual([expect.not.stringContaining('lund'), '']);
}

describe('a transfer of more than fifty members', () => {
  const many = Array.from({ length: 60 }, (_, at) => `J${String(at).padStart(3, '0')}`);

  it('is a job that is killed at every write and moves each once', { timeout: 180_000 }, async () => {
    await addMembers(
      '1',
      many.map((id) => ({ id, facilityId: '6000' })),
    );
    const { body } = await transfer('6002', [...many, 'nobody']);
    expect(body).toMatchObject({ success: true, data: [] });
    const job = await runDying(body.jobId, [s3]);
    expect(job).toMatchObject({ status: 'done', done: 61, tally: { changed: 60, failed: 1 } });
    const rows = await results(body.jobId);
    expect(rows.map(({ memberID }) => memberID)).toEqual([...many, 'nobody']);
    expect(rows.at(-1)).toMatchObject({ success: false, message: 'Member not found.' });
    expect(await transfersOf('J000')).toBe(1);
  });

  it('transfers all results of a search with the confirmed number', { timeout: 180_000 }, async () => {
    const whom = { all: true, facilityID: '6002', filter: 'lund j' };
    const count = await call(members.count, world.admin, {
      query: { facilityID: '6002', filter: 'lund j' },
    });
    expect(count.body).toEqual({ count: 60 });
    const other = await transfer('6001', { ...whom, count: 59 });
    expect(other).toMatchObject({ status: 409 });
    expect(other.body.message).toContain('now finds 60 members, not 59. Nothing was changed.');
    const { body } = await transfer('6001', { ...whom, count: 60 });
    expect((await runDying(body.jobId)).tally).toMatchObject({ changed: 60, failed: 0 });
    expect((await results(body.jobId)).map(({ memberID }) => memberID).toSorted()).toEqual(many);
    expect((await loadMember('J059')).facilityId).toBe('6001');
    await expectNoSearchText(body.jobId);
  });

  it('stops if the club is put on hold during the transfer', async () => {
    const { body } = await transfer('6003', { all: true, facilityID: '6001', filter: 'lund j', count: 60 });
    await change('6003', { enrollmentStatus: 2 });
    await runJob(body.jobId);
    expect(await loadJob(body.jobId)).toMatchObject({ status: 'failed' });
    expect((await loadJob(body.jobId))?.message).toContain('0 of 60 are done, and nothing was done twice.');
    await expectNoSearchText(body.jobId);
  });
});

describe('a deactivation', () => {
  it('asks for confirmation with name and key fob', () => {
    const row = { memberFirstName: 'Dee', memberLastName: 'Lund' } as MemberRow;
    const requested = [
      { ...row, keyFobNumber: 'AB1234' },
      { ...row, keyFobNumber: null },
    ].map(deactivationQuestion);
    expect(requested).toEqual([
      'Are you sure you want to deactivate Dee Lund with keyfob AB1234?',
      'Are you sure you want to deactivate Dee Lund with keyfob Access Pass?',
    ]);
  });

  const deactivate = (memberID: string, more = {}) =>
    call(members.deactivate, world.admin, {
      query: { memberID, allPlansShouldBeIneligible: false, ...more },
    });

  it('puts only an activated member of a pay-per-visit AF club on hold', async () => {
    await place('D1', '6000', { firstName: 'Dee' });
    expect((await deactivate('D1')).body.message).toContain('pay-per-visit AF facilities');
    await change('6000', { isPpv: true });
    expect((await deactivate('D1', { allPlansShouldBeIneligible: true })).status).toBe(400);
    const { status, body } = await deactivate('D1');
    expect([status, body.success]).toEqual([200, true]);
    expect(await loadMember('D1')).toMatchObject({
      invitationStatus: 7,
      holds: [{ from: '2026-11-20', to: null }],
    });
    expect((await deactivate('D1')).status).toBe(422);
    expect((await call(members.deactivate, world.own.manager, { query: { memberID: 'D1' } })).status).toBe(
      403,
    );
    await change('6000', { isAf: false });
    await place('D2');
    expect((await deactivate('D2')).status).toBe(422);
  });
});
