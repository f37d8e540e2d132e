import { beforeEach, describe, expect, it } from 'vitest';
import { loadRosterChange } from '../../functions/employees/changes/change-store.ts';
import { facilityChange, loadFacility } from '../../functions/facilities/store.ts';
import { beginCarryingFacility } from '../../functions/facilities/update-member-facilities.ts';
import { loadMember } from '../../functions/members/store.ts';
import { membersWithConsents } from '../../functions/visits/visit-tally-store.ts';
import { transferStep } from '../../functions/members/transfer-member.ts';
import { transact } from '../../functions/table/transact.ts';
import type { User } from '../../functions/users/user.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { privacy } from '../../shared/contracts/privacy.ts';
import { visits } from '../../shared/contracts/visits.ts';
import type { ClubCost } from '../../shared/payments/costs.ts';
import { csv, freshPartner, readChange } from '../employees/people.ts';
import { addMembers } from '../payments/facilities.ts';
import { setTerms } from '../payments/paycheck.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { setFlags } from '../support/flags.ts';
import { runJob } from '../support/jobs.ts';
import { someFacility, useWorld } from '../support/world.ts';
import { createUser } from '../users/person.ts';

const world = useWorld();
const now = '2026-11-20T16:00:00Z';
beforeEach(() => setClock(now));
resetClockAfterEach();

let lastClub = 7200;
const perClub = 24;
const visitsOfClub = (3 + 5 + 8) * 8;

/** Adds a partner with clubs of 24 members each, who came three, five, or eight times in a month. */
async function somePartner({
  clubs = 1,
  month = '2026-10',
  program = 1,
}: { clubs?: number; month?: string; program?: 1 | 3 } = {}) {
  setClock('2026-09-20T16:00:00Z');
  const partnerId = await freshPartner(500, program);
  await setTerms(partnerId, { launchDate: '2026-07-01', showsVisitDays: false });
  const facilityIds = Array.from({ length: clubs }, () => String(++lastClub));
  for (const id of facilityIds) await transact(...facilityChange(null, someFacility(id)));
  const names = Array.from({ length: clubs * perClub }, (_, index) => `N${index}`);
  const idOf = (name: string) => `${name}-${partnerId}`;
  const emailOf = (name: string) => `${idOf(name).toLowerCase()}@work.test`;
  for (const [index, name] of names.entries())
    await addMembers(
      partnerId,
      [{ id: idOf(name), facilityId: facilityIds[Math.floor(index / perClub)] ?? '' }],
      {
        firstName: name,
        lastName: 'Vance',
        email: emailOf(name),
        state: 'MN',
        enrolledOn: '2026-07-05',
        activatedOn: '2026-07-05',
      },
    );
  setClock(now);
  const came = async (days: readonly (readonly [name: string, date: string])[]) => {
    const lines = days.map(([name, date]) => `,${idOf(name)},,${facilityIds[0]},${date},`);
    const bytes = Buffer.from(['Key Fob,Member ID,Email,Club ID,Date,Time', ...lines].join('\n'));
    const files = { file: { name: 'v.csv', bytes } };
    await runJob((await call(visits.importCheckIns, world.admin, { files })).body.jobId);
  };
  await came(
    names.flatMap((name, index) =>
      Array.from({ length: [3, 5, 8][index % 3] ?? 0 }, (_, day): [string, string] => [
        name,
        `${month}-0${day + 1}`,
      ]),
    ),
  );
  const manager = await createUser({ role: 'partnerManager', partnerId });
  const periodID = month.replace('-', '');
  const member = idOf('N0');
  const user = await createUser({ memberIds: [member], memberPartnerIds: [partnerId] });
  const rosterFile = (state: string) =>
    csv(
      [
        'First Name,Last Name,Email,State',
        ...names.map((name) => `${name},Vance,${emailOf(name)},${name === 'N0' ? state : 'MN'}`),
      ].join('\n'),
    );
  return {
    partnerId,
    facilityId: facilityIds[0] ?? '',
    member,
    came,
    moveTo: async (state: string): Promise<string> => {
      const { change, confirm } = await readChange(world, partnerId, 'roster', rosterFile(state));
      await confirm();
      return change.id;
    },
    generate: async () => {
      const of = { programTypeID: program, programPaymentTypeID: program };
      const body = { ...of, partnerID: partnerId, usagePeriodID: periodID };
      await runJob((await call(payments.generateFacilityPayments, world.admin, { body })).body.jobId);
    },
    total: async () =>
      (await call(visits.summary, manager, { query: { partnerID: partnerId, periodID } })).body,
    visitsByClub: async (as: User = manager): Promise<(number | null)[]> => {
      const { body } = await call(payments.clubCosts, as, { params: { partnerId }, query: { periodID } });
      return body.items.map((club: ClubCost) => club.visits);
    },
    withdraw: () => call(privacy.withdrawHealthConsent, user, { body: { memberGuid: member } }),
    giveAgain: () =>
      call(privacy.giveHealthConsent, user, {
        body: { memberGuid: member, collection: true, sharing: true },
      }),
    consents: async () => (await call(privacy.healthConsents, user)).body,
  };
}

const changeStateOf = async (facilityId: string, state: string) => {
  const before = await loadFacility(facilityId);
  await transact(...facilityChange(before, { ...before, state }));
};

describe('the right to withdraw the consent', () => {
  it('remains when the roster change that gave it is undone', async () => {
    const { partnerId, member, moveTo, total } = await somePartner();
    const before = await total();
    const changeId = await moveTo('WA');
    const [during, { mayWithdrawSince }] = await Promise.all([total(), loadMember(member)]);
    expect([before.visits, during.visits]).toEqual([visitsOfClub, visitsOfClub - 3]);
    const { version } = await loadRosterChange(changeId);
    const undo = { params: { changeId }, body: { version } };
    await runJob((await call(employees.undoRosterChange, world.admin, undo)).body.jobId);
    const restored = await loadMember(member);
    expect(restored.state).toBe('MN');
    // otherwise the visits would be the difference of two readings
    expect(await total()).toEqual(during);
    expect(restored.mayWithdrawSince).toBe(mayWithdrawSince);
    expect(await membersWithConsents(partnerId, 10)).toEqual([{ memberId: member, since: mayWithdrawSince }]);
  });

  it('can be used again by a member who withdrew the consent and moved to another state', async () => {
    const { moveTo, withdraw, giveAgain, consents } = await somePartner();
    await moveTo('WA');
    expect((await withdraw()).status).toBe(200);
    await moveTo('MN');
    expect(await consents()).toMatchObject([{ state: 'WA', withdrawnOn: '2026-11-20' }]);
    expect((await giveAgain()).status).toBe(200);
    expect(await consents()).toMatchObject([{ state: 'WA', withdrawnOn: null }]);
  });

  it('begins with the copied state of the club, with which totals exclude the visits', async () => {
    const { facilityId, member, total, withdraw } = await somePartner();
    await changeStateOf(facilityId, 'NV');
    expect(await total()).toMatchObject({ visits: visitsOfClub, excludesConsents: false });
    // a withdrawal would reveal the visits as the difference of two totals
    expect((await withdraw()).status).toBe(422);
    await beginCarryingFacility(facilityId, `carry-${facilityId}`, 'user', new Date(now));
    await runJob(`carry-${facilityId}`);
    const before = await total();
    expect(before).toMatchObject({ visits: 0, excludesConsents: true });
    expect((await loadMember(member)).facilityState).toBe('NV');
    expect((await withdraw()).status).toBe(200);
    expect(await total()).toEqual(before);
  });

  it('is not given to a former member by a later change of the club', async () => {
    const { facilityId, member, total, withdraw } = await somePartner();
    await call(employees.deleteEnrollment, world.admin, {
      params: { groupMembershipEnrollmentID: member, programPaymentTypeID: 1 },
    });
    const before = await total();
    await changeStateOf(facilityId, 'NV');
    expect((await withdraw()).status).toBe(422);
    expect(await total()).toEqual(before);
  });

  it('hides visits of clubs that were counted while it was stored', async () => {
    const { member, generate, visitsByClub, withdraw } = await somePartner({ clubs: 3 });
    const club = { ...someFacility(String(++lastClub)), state: 'NV' };
    await transact(...facilityChange(null, club));
    const { changes } = await transferStep({
      memberId: member,
      member: await loadMember(member),
      to: await loadFacility(club.id),
      who: 'user',
      now: new Date(now),
    });
    setClock('2026-11-20T16:00:02Z');
    // reads the member without the right, after its time
    await generate();
    await transact(...changes);
    setClock('2026-11-20T17:00:00Z');
    expect((await withdraw()).status).toBe(200);
    expect(await visitsByClub()).toEqual([null, null, null]);
  });
});

it('counts the visits of clubs once, after the month is closed, also for payments that exist', async () => {
  const { came, generate, visitsByClub } = await somePartner({ month: '2026-11', program: 3 });
  await setFlags({ gmrAddProgram: true });
  await generate();
  await setFlags();
  await came([['N0', '2026-11-19']]);
  setClock('2026-12-12T16:00:00Z');
  expect(await visitsByClub(world.admin)).toEqual([null]);
  await generate();
  expect(await visitsByClub(world.admin)).toEqual([visitsOfClub + 1]);
  await came([['N0', '2026-11-18']]);
  await generate();
  expect(await visitsByClub(world.admin)).toEqual([visitsOfClub + 1]);
});
