import { beforeAll, beforeEach, expect, it } from 'vitest';
import { keyFobChange, loadKeyFob } from '../../functions/employees/store.ts';
import { refusedRowsOf } from '../../functions/jobs/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { monthlyVisits } from '../../functions/visits/store.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { members } from '../../shared/contracts/members.ts';
import { settings } from '../../shared/contracts/settings.ts';
import { visits } from '../../shared/contracts/visits.ts';
import { releasedKeyFob, usersOfKeyFob } from '../../shared/employees/key-fob.ts';
import { allOff } from '../../shared/settings/feature-flags.ts';
import { addFacilities, addMembers } from '../payments/facilities.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { runJob } from '../support/jobs.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();
beforeAll(async () => {
  // the member's key fob was found again
  await call(members.answerRequest, world.own.manager, {
    params: { memberId: world.own.member.id, kind: 'lostKeyFob' },
    body: { version: 1, accepted: false, reason: 'It was found again.' },
  });
  await addFacilities(['7000']);
  await addMembers('1', [{ id: 'next', facilityId: '7000' }]);
  await call(settings.saveFeatureFlags, world.admin, { body: { ...allOff, gmrEnableFeatures: true } });
});
beforeEach(() => setClock('2026-11-20T16:00:00Z'));
resetClockAfterEach();

async function report(...lines: string[]) {
  const bytes = Buffer.from(['Key Fob,Club ID,Date', ...lines].join('\n'));
  const files = { file: { name: 'visits.csv', bytes } };
  return runJob((await call(visits.importCheckIns, world.admin, { files })).body.jobId);
}
const visitsIn = async (id: string, month: string) => (await monthlyVisits([id], month)).get(id) ?? 0;

it('late check-ins count for the member who had the key fob on that day', async () => {
  const { member, usedKeyFob, freeFob, partner } = world.own;
  const replaced = await call(employees.reassign, world.admin, {
    body: {
      partnerID: partner.id,
      oldFacilityMemberID: usedKeyFob.number,
      newFacilityMemberID: freeFob.number,
    },
  });
  expect(replaced.status, JSON.stringify(replaced.body)).toBe(200);
  const left = await call(employees.deleteEnrollment, world.admin, {
    params: { groupMembershipEnrollmentID: member.id, programPaymentTypeID: 1 },
  });
  expect(left.status, JSON.stringify(left.body)).toBe(200);
  const free = await loadKeyFob(usedKeyFob.number);
  expect(free).toMatchObject({ memberId: null, keyFobStatusId: 0 });
  await transact(...keyFobChange(free, { ...free, memberId: 'next', keyFobStatusId: 1 }));

  const before = [`${usedKeyFob.number},7000,10/12/2026`, `${freeFob.number},7000,10/13/2026`];
  expect((await report(...before)).tally).toMatchObject({ uploaded: 2, failed: 0 });
  expect(await visitsIn(member.id, '202610')).toBe(2);

  const since = [`${usedKeyFob.number},7000,11/20/2026`, `${freeFob.number},7000,11/20/2026`];
  const job = await report(...since);
  expect(job.tally).toMatchObject({ uploaded: 1, failed: 1 });
  expect((await refusedRowsOf(job.id))[0]?.reason).toBe(`There is no member with key fob ${freeFob.number}.`);
  expect(await visitsIn('next', '202611')).toBe(1);
  expect(await visitsIn(member.id, '202611')).toBe(0);
});

it('a key fob remembers its users for a year', () => {
  const { usedKeyFob } = world.own;
  const first = releasedKeyFob(usedKeyFob, 'first', '2026-01-10');
  const second = releasedKeyFob({ ...first, memberId: 'second' }, 'second', '2027-01-10');
  expect(usersOfKeyFob(second)).toEqual(['first', 'second']);
  expect(usersOfKeyFob(releasedKeyFob(second, 'third', '2027-01-12'))).toEqual(['second', 'third']);
});
