import { beforeAll, describe, expect, it } from 'vitest';
import { loadKeyFobs } from '../../functions/employees/store.ts';
import { loadJob, refusedRowsOf } from '../../functions/jobs/store.ts';
import { loadMember } from '../../functions/members/store.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { members } from '../../shared/contracts/members.ts';
import { numberOf, numbersOfRange, valueOf } from '../../shared/employees/key-fob.ts';
import { settings } from '../../shared/contracts/settings.ts';
import { allOff } from '../../shared/settings/feature-flags.ts';
import { costOf } from '../support/table-cost.ts';
import { call } from '../support/call.ts';
import { runJob, runStep } from '../support/jobs.ts';
import { useWorld } from '../support/world.ts';
import { freshPartner, rosterOf, runDying } from './people.ts';

const world = useWorld();
beforeAll(async () => {
  // the member's key fob was found again
  const found = await call(members.answerRequest, world.own.manager, {
    params: { memberId: world.own.member.id, kind: 'lostKeyFob' },
    body: { version: 1, accepted: false, reason: 'It was found again.' },
  });
  expect(found.body).toMatchObject({ success: true });
});

const create = (partnerId: string, numbers: string[], as = world.admin) =>
  call(employees.createKeyFobs, as, {
    body: numbers.map((facilityMemberID) => ({ partnerId, facilityMemberID })),
  });
const range = (first: string, count: number) =>
  numbersOfRange({ first, last: numberOf(valueOf(first) + BigInt(count) - 1n, first.length) });

describe('adding key fobs', () => {
  it('adds and counts a range', async () => {
    const id = await freshPartner();
    const numbers = range('11000E', 100);
    const { body, status } = await create(id, numbers);
    expect(status).toBe(200);
    const job = await runJob(body.jobId);
    expect(job).toMatchObject({ status: 'done', done: 100, total: 100, tally: { added: 100, failed: 0 } });
    const roster = await rosterOf(world, id);
    expect(roster.map(({ facilityMemberID }) => facilityMemberID)).toEqual(numbers);
    expect(roster[0]).toMatchObject({ keyfobStatusID: 0, memberId: null });
  });

  it('rejects key fobs that exist at any partner and adds the others', async () => {
    const id = await freshPartner();
    const taken = world.other.freeFob.number;
    const { body } = await create(id, ['12000A', taken, '12000b', '12000B']);
    await runJob(body.jobId);
    expect(await refusedRowsOf(body.jobId)).toEqual([
      {
        line: 2,
        reason: `Key fob must be unique. Item with ${taken} already exist.`,
        code: 'conflict',
        cells: { 'Key Fob': taken },
      },
      {
        line: 4,
        reason: 'This key fob was entered more than once.',
        code: 'conflict',
        cells: { 'Key Fob': '12000B' },
      },
    ]);
    expect(await rosterOf(world, id)).toHaveLength(2);
    expect((await loadKeyFobs([taken]))[0]?.partnerId).toBe(world.other.partner.id);
  });

  it('adds each key fob once when the worker dies at any write', async () => {
    const id = await freshPartner();
    const { body } = await create(id, range('130000', 170));
    const job = await runDying(body.jobId);
    expect(job).toMatchObject({ status: 'done', done: 170, tally: { added: 170, failed: 0 } });
    expect(await rosterOf(world, id)).toHaveLength(170);
    const { body: page } = await call(employees.keyFobs, world.admin, { query: { partnerID: id } });
    expect(page.totalCount).toBe(170);
  });

  it('accepts up to 4999 key fobs', async () => {
    const id = await freshPartner();
    const { status, body } = await create(id, range('2A00000', 4999));
    expect(status).toBe(200);
    // the page polls every 0.7 s: a step makes few enough requests to finish within a second
    for (const done of [40, 80]) {
      const { roundTrips } = await costOf(() => runStep(body.jobId));
      expect(await loadJob(body.jobId)).toMatchObject({ status: 'running', done, total: 4999 });
      // job before and after, existing key fobs, transaction
      expect(roundTrips).toBeLessThanOrEqual(4);
    }
    const refused = await create(id, range('2A00000', 5000));
    expect(refused.status).toBe(400);
    expect(refused.body.fields.body).toBe('More than 5000 key fobs cannot be created at a time.');
    expect((await create(id, [])).status).toBe(400);
    expect(Object.keys((await create(id, ['12345', '12345F'])).body.fields)).toEqual([
      '0.facilityMemberID',
      '1.facilityMemberID',
    ]);
  });

  it('refuses a number that spreadsheets change', async () => {
    const { status, body } = await create(await freshPartner(), ['130000', '1000E02']);
    expect([status, body.fields.keyFobNumber]).toEqual([
      422,
      'Spreadsheets change 1000E02 to a number with an exponent. Use another key fob number.',
    ]);
    const id = await freshPartner();
    expect((await create(id, ['1.00E+05', '1E+05'])).body.fields).toEqual({
      '0.facilityMemberID': 'Excel changed this key fob to 1.00E+05. Enter it as text.',
      '1.facilityMemberID': 'Excel changed this key fob to 1E+05. Enter it as text.',
    });
    const { body: begun } = await create(id, ['130000']);
    await runJob(begun.jobId);
    const renamed = await call(employees.saveKeyFob, world.admin, {
      params: { keyfobID: '130000' },
      body: { facilityMemberID: '1000E02' },
    });
    expect([renamed.status, renamed.body.message]).toEqual([
      422,
      'Spreadsheets change 1000E02 to a number with an exponent. Use another key fob number.',
    ]);
  });

  it('requires one partner, access to it, and a program', async () => {
    const both = await call(employees.createKeyFobs, world.own.manager, {
      body: [
        { partnerId: world.own.partner.id, facilityMemberID: '14000A' },
        { partnerId: world.other.partner.id, facilityMemberID: '14000B' },
      ],
    });
    expect(both.status).toBe(422);
    expect((await create(world.other.partner.id, ['14000C'], world.own.manager)).status).toBe(403);
    expect((await create('98765', ['14000D'])).status).toBe(404);
  });
});

describe('single key fob', () => {
  it('changes its number together with its member, and rejects its own or a used number', async () => {
    const { usedKeyFob, freeFob, member, manager } = world.own;
    const rename = (from: string, to: string) =>
      call(employees.saveKeyFob, manager, { params: { keyfobID: from }, body: { facilityMemberID: to } });
    expect((await rename(usedKeyFob.number, usedKeyFob.number.toLowerCase())).body.fields).toEqual({
      facilityMemberID: 'New keyfob cannot match old keyfob.',
    });
    const taken = await rename(usedKeyFob.number, freeFob.number);
    expect([taken.status, Object.keys(taken.body.fields)]).toEqual([409, ['facilityMemberID']]);
    expect((await rename(usedKeyFob.number, '15000A')).status).toBe(200);
    expect((await loadMember(member.id)).keyFobNumber).toBe('15000A');
    expect(await loadKeyFobs([usedKeyFob.number])).toEqual([]);
    expect((await loadKeyFobs(['15000A']))[0]).toMatchObject({ memberId: member.id, keyFobStatusId: 1 });
    expect((await rename('15000A', usedKeyFob.number)).status).toBe(200);
  });

  it('can be deleted only while it is not in use', async () => {
    const { usedKeyFob, manager, partner } = world.own;
    const remove = (keyfobID: string) => call(employees.deleteKeyFob, manager, { params: { keyfobID } });
    expect((await remove(usedKeyFob.number)).status).toBe(422);
    await runJob((await create(partner.id, ['16000A'])).body.jobId);
    expect((await remove('16000A')).status).toBe(200);
    expect((await remove('16000A')).status).toBe(403);
  });

  it('replaces a member’s key fob, for administrators', async () => {
    const { usedKeyFob, freeFob, member, partner } = world.own;
    const reassign = (overrides: Record<string, string>) =>
      call(employees.reassign, world.admin, {
        body: {
          oldFacilityMemberID: usedKeyFob.number,
          newFacilityMemberID: freeFob.number,
          partnerID: partner.id,
          ...overrides,
        },
      });
    expect((await reassign({})).body.message).toBe('Reassigning key fobs is turned off.');
    await call(settings.saveFeatureFlags, world.admin, { body: { ...allOff, gmrEnableFeatures: true } });
    expect((await reassign({ newFacilityMemberID: world.other.freeFob.number })).status).toBe(422);
    expect((await reassign({ newFacilityMemberID: usedKeyFob.number })).status).toBe(422);
    expect((await reassign({})).status).toBe(200);
    expect((await loadMember(member.id)).keyFobNumber).toBe(freeFob.number);
    const [old, next] = await loadKeyFobs([usedKeyFob.number, freeFob.number]);
    expect([old?.memberId, old?.keyFobStatusId]).toEqual([null, 0]);
    expect([next?.memberId, next?.keyFobStatusId]).toEqual([member.id, 1]);
    const swap = { oldFacilityMemberID: freeFob.number, newFacilityMemberID: usedKeyFob.number };
    expect((await reassign(swap)).status).toBe(200);
  });
});
