import { afterEach, describe, expect, it } from 'vitest';
import { endDueMembershipsHandler as everyDay } from '../../functions/employees/handlers/employees.ts';
import { keyFobChange, loadKeyFobs } from '../../functions/employees/store.ts';
import { enrollmentEntity, loadMember } from '../../functions/members/store.ts';
import { readSheet } from '../../functions/platform/sheets/read-sheet.ts';
import { keys } from '../../functions/table/keys.ts';
import { get } from '../../functions/table/table.ts';
import { transact } from '../../functions/table/transact.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { changedFields, formatChanges } from '../../shared/employees/compare-file.ts';
import { detailColumns, detailFields, ofDetails } from '../../shared/employees/roster-details.ts';
import { freeKeyFob } from '../../shared/employees/key-fob.ts';
import { leavingMember } from '../../shared/employees/membership-rules.ts';
import type { Endpoint } from '../../shared/endpoint.ts';
import { invitationStatuses } from '../../shared/members/member.ts';
import { erasedMember } from '../../shared/privacy/erased-member.ts';
import { call } from '../support/call.ts';
import { runJob, runScheduled } from '../support/jobs.ts';
import { useWorld, someMember } from '../support/world.ts';
import { addMembers, freshPartner, rosterOf, workbookOf } from './people.ts';
import { defined } from '../support/defined.ts';

const world = useWorld();
const setClock = (at: string) => (process.env.CLOCK_SHIFT_MS = String(new Date(at).getTime() - Date.now()));
afterEach(() => {
  process.env.CLOCK_SHIFT_MS = '0';
});

const end = (id: string, type: number, as = world.admin) =>
  call(employees.deleteEnrollment, as, {
    params: { groupMembershipEnrollmentID: id, programPaymentTypeID: type },
  });
const countOf = async (partnerId: string) =>
  (await call(employees.membershipCount, world.admin, { query: { partnerId } })).body;

const sheetFrom = async (endpoint: Endpoint, query: Record<string, string>) =>
  readSheet((await call(endpoint, world.admin, { query })).bytes, 'a.xlsx', { maxBytes: 1e6, tooLarge: '' });

describe('end of a membership', () => {
  it.each(invitationStatuses.map(({ id, code }) => [code, id] as const))(
    '%s for each payment type',
    (_, invitationStatus) => {
      for (const type of [1, 2, 3] as const) {
        const validate = () =>
          leavingMember(someMember('M1', '1', { invitationStatus, leavingOn: null }), type, '2026-12-31');
        if ([6, 8].includes(invitationStatus)) expect(validate).toThrow('cannot be deleted');
        else if (invitationStatus === 4 && type !== 1)
          expect(validate()).toMatchObject({ invitationStatus: 6, leavingOn: '2027-01-01' });
        else expect(validate()).toMatchObject({ invitationStatus: 8, leavingOn: '2026-12-31' });
      }
    },
  );

  it('releases the key fob, email, and capacity and ends the enrollment immediately', async () => {
    const { member, usedKeyFob, partner, manager } = world.own;
    const before = await countOf(partner.id);
    expect((await end(member.id, 2)).status).toBe(422);
    const { status, body } = await end(member.id, 1, manager);
    expect([status, body.success]).toEqual([200, true]);
    expect(await loadMember(member.id)).toMatchObject({ invitationStatus: 8, keyFobNumber: null });
    expect((await loadKeyFobs([usedKeyFob.number]))[0]).toMatchObject({ memberId: null, keyFobStatusId: 0 });
    const enrolled = await get(enrollmentEntity, keys.enrollment(partner.id, world.facility.id, member.id));
    expect(enrolled?.to).toBe(body.effectiveDate);
    expect(await countOf(partner.id)).toEqual({ ...before, used: before.used - 1 });
    const shown = await rosterOf(world, partner.id);
    expect(shown.map(({ memberId }) => memberId)).not.toContain(member.id);
    expect(shown.map(({ facilityMemberID }) => facilityMemberID)).toContain(usedKeyFob.number);
    expect((await end(member.id, 1)).status).toBe(422);
  });

  it('takes effect on the first of next month by the nightly job if the member pays', async () => {
    const id = await freshPartner(10, 2);
    const [member] = await addMembers(id, 1, () => ({ invitationStatus: 4, invitationAttempt: 1 }));
    setClock('2026-12-15T18:00:00Z');
    expect((await end(defined(member).id, 2)).body.effectiveDate).toBe('2027-01-01');
    expect(await loadMember(defined(member).id)).toMatchObject({
      invitationStatus: 6,
      leavingOn: '2027-01-01',
    });
    expect((await end(defined(member).id, 2)).status).toBe(422);
    setClock('2027-01-01T05:30:00Z');
    await runScheduled(everyDay);
    expect((await loadMember(defined(member).id)).invitationStatus).toBe(6);
    setClock('2027-01-01T06:30:00Z');
    await runScheduled(everyDay);
    await runScheduled(everyDay);
    expect((await loadMember(defined(member).id)).invitationStatus).toBe(8);
    expect(await countOf(id)).toEqual({ used: 0, allowed: 10 });
  });
});

describe('deactivated membership', () => {
  it('is deactivated and reactivated with its key fob', async () => {
    const { usedKeyFob, member, freeFob, manager } = world.other;
    const ask = (row: typeof employees.deactivate | typeof employees.reactivate, facilityMemberID: string) =>
      call(row, row === employees.deactivate ? world.admin : manager, { body: { facilityMemberID } });
    expect((await ask(employees.reactivate, usedKeyFob.number)).status).toBe(422);
    expect((await ask(employees.deactivate, freeFob.number)).status).toBe(422);
    expect((await ask(employees.deactivate, usedKeyFob.number)).status).toBe(200);
    expect((await ask(employees.deactivate, usedKeyFob.number)).status).toBe(422);
    expect((await loadMember(member.id)).invitationStatus).toBe(7);
    expect((await loadKeyFobs([usedKeyFob.number]))[0]?.keyFobStatusId).toBe(2);
    const row = (await rosterOf(world, world.other.partner.id)).find(
      ({ memberId }) => memberId === member.id,
    );
    expect(row).toMatchObject({ keyfobStatusDisplayName: 'On hold', invitationStatusDescription: 'On hold' });
    expect((await ask(employees.reactivate, usedKeyFob.number)).status).toBe(200);
    expect((await loadMember(member.id)).invitationStatus).toBe(4);
  });
});

describe('membership without a key fob', () => {
  it('is deactivated and reactivated by member ID within the partner', async () => {
    const id = await freshPartner();
    const [member] = await addMembers(id, 1, () => ({ invitationStatus: 4, preferredAccessType: 1 }));
    const memberId = defined(member).id;
    const ask = (row: typeof employees.deactivate | typeof employees.reactivate, as = world.admin) =>
      call(row, as, { body: { memberId } });
    const held = await ask(employees.deactivate);
    expect([held.status, held.body.message]).toEqual([
      200,
      `The membership of Ann ${defined(member).lastName} is on hold.`,
    ]);
    expect((await loadMember(memberId)).invitationStatus).toBe(7);
    expect((await ask(employees.reactivate, world.own.manager)).status).toBe(403);
    expect((await ask(employees.reactivate)).status).toBe(200);
    expect((await loadMember(memberId)).invitationStatus).toBe(4);
  });

  it('is identified by either a key fob or a member', async () => {
    const { usedKeyFob, member } = world.other;
    for (const body of [{}, { facilityMemberID: usedKeyFob.number, memberId: member.id }])
      expect((await call(employees.deactivate, world.admin, { body })).body.fields).toEqual({
        body: 'Enter a key fob or a member.',
      });
  });
});

describe('email of a member', () => {
  const change = (id: string, email: string, bodyId = id) =>
    call(employees.changeEmail, world.admin, { params: { memberID: id }, body: { id: bodyId, email } });

  it('can change before enrollment and is unique within a partner', async () => {
    const id = await freshPartner();
    const [one, two, active] = await addMembers(id, 3, (index) => ({
      invitationStatus: index === 2 ? 4 : 1,
    }));
    expect((await change(defined(one).id, 'new@people.test')).status).toBe(200);
    expect((await loadMember(defined(one).id)).email).toBe('new@people.test');
    const taken = await change(defined(two).id, 'NEW@people.test');
    expect([taken.status, Object.keys(taken.body.fields)]).toEqual([409, ['email']]);
    expect((await change(defined(one).id, 'new@people.test')).status).toBe(422);
    expect((await change(defined(active).id, 'other@people.test')).status).toBe(422);
    expect((await change(defined(two).id, 'not an address')).body.fields).toEqual({
      email: 'Email is not valid.',
    });
    expect((await change(defined(two).id, 'fine@people.test', defined(one).id)).status).toBe(422);
    expect((await change('nobody', 'fine@people.test')).status).toBe(404);
  });

  it('is not overwritten after a concurrent change', async () => {
    const [one] = await addMembers(await freshPartner(), 1, () => ({ invitationStatus: 1 }));
    const { id = '', email: oldEmail } = one ?? {};
    const replace = (email: string) =>
      call(employees.changeEmail, world.admin, {
        params: { memberID: id },
        body: { id, email, oldEmail },
      });
    expect((await replace('first@people.test')).status).toBe(200);
    const { status, body } = await replace('second@people.test');
    expect([status, body.message]).toEqual([409, 'Someone else changed this member. Reload and try again.']);
    expect((await loadMember(id)).email).toBe('first@people.test');
  });
});

describe('roster', () => {
  it('sorts by any column, searches by word prefixes, and counts', async () => {
    const id = await freshPartner();
    await addMembers(id, 45, (index) => ({ firstName: index % 2 ? 'Bo' : 'Zoë', lastName: `Name${index}` }));
    const sorted = await rosterOf(world, id, { sortBy: 'memberFirstName', sortOrder: 'desc' });
    expect(sorted).toHaveLength(45);
    expect(sorted[0]?.memberFirstName).toBe('Zoë');
    const ask = (query: Record<string, string | number>) =>
      call(employees.keyFobs, world.admin, { query: { partnerID: id, ...query } });
    const first = await ask({});
    expect([first.body.items.length, first.body.totalCount]).toEqual([20, 45]);
    const found = await ask({ filter: 'zoe', pageSize: 50 });
    expect([found.body.items.length, found.body.totalCount]).toEqual([23, 23]);
    expect((await ask({ filter: 'name44' })).body.items).toHaveLength(1);
    expect((await ask({ filter: '*** -' })).body.fields).toEqual({
      filter: 'Search for letters and numbers only, without spaces.',
    });
    expect((await ask({ sortBy: 'version' })).status).toBe(400);
    expect((await ask({ cursor: 'nonsense' })).status).toBe(422);
  });

  it('is downloaded as the page shows it: a search, a status, or all', async () => {
    const id = await freshPartner();
    await addMembers(id, 120, (index) => ({
      firstName: index % 2 ? 'Bo' : 'Zoë',
      invitationStatus: index < 3 ? 7 : 4,
    }));
    await transact(...keyFobChange(null, freeKeyFob('DD0002', id, '2026-09-01T12:00:00.000Z')));
    const names = async (query: Record<string, string>) =>
      (await sheetFrom(employees.excelReport, { partnerID: id, ...query })).rows.map(
        ({ cells }) => cells['First Name'] ?? '',
      );
    expect(await names({})).toHaveLength(121);
    expect(await names({ invitationStatus: '7' })).toEqual(['Zoë', 'Bo', 'Zoë']);
    const found = await names({ filter: 'bo' });
    expect([found.length, new Set(found)]).toEqual([60, new Set(['Bo'])]);
    const { headers } = await call(employees.excelReport, world.admin, {
      query: { partnerID: id, invitationStatus: '7' },
    });
    expect(String(headers['content-disposition'])).toContain('Employees%20On%20hold%20');
  });

  it('finds members by names and emails in common spellings', async () => {
    const id = await freshPartner();
    const people = [
      ['Owen', 'Ali', 'owen.ali@people.test'],
      ['Kate', "O'Neill", 'kate@people.test'],
      ['Jan', 'van der Berg', 'jan@people.test'],
      ['Zoë', 'Smith-Jones', 'zoe_sj@people.test'],
    ] as const;
    await addMembers(id, 4, (index) => {
      const [firstName = '', lastName = '', email = ''] = people[index] ?? [];
      return { firstName, lastName, email };
    });
    const found = async (filter: string) =>
      (await rosterOf(world, id, { filter })).map(({ memberLastName }) => memberLastName);
    for (const text of ['owen', 'owen ali', 'Ali Owen', 'ali, owen', 'owen.ali@', 'OWEN.ALI@people.test'])
      expect(await found(text), text).toEqual(['Ali']);
    for (const text of ["o'neill", 'O’Neill', 'oneill', 'o neill', "kate o'n"])
      expect(await found(text), text).toEqual(["O'Neill"]);
    for (const text of ['van der berg', 'berg', 'der berg', 'Jan van d'])
      expect(await found(text), text).toEqual(['van der Berg']);
    for (const text of ['jones', 'smith-jones', 'smith jones', 'zoe', 'zoe_sj@'])
      expect(await found(text), text).toEqual(['Smith-Jones']);
    expect(await found('people')).toEqual([]);
  });

  it('downloads every field of the grid, and the member report without free key fobs', async () => {
    const id = await freshPartner();
    const [member] = await addMembers(id, 1, () => ({
      firstName: '=HYPERLINK("https://bad.example")',
      phone: '+12185550123',
      dateOfBirth: '1990-02-03',
      invitationStatus: 4,
      enrolledOn: '2026-09-05',
      leavingOn: '2026-12-01',
      facilityId: '4100',
      facilityName: 'Harbor Gym 4100',
      preferredAccessType: 1,
    }));
    await transact(...keyFobChange(null, freeKeyFob('DD0001', id, '2026-09-01T12:00:00.000Z')));
    const query = { partnerID: id };
    const roster = await sheetFrom(employees.excelReport, query);
    expect(roster.rows).toHaveLength(2);
    expect(roster.rows.map(({ cells }) => cells).find((cells) => cells['Member ID'])).toMatchObject({
      'First Name': '=HYPERLINK("https://bad.example")',
      Phone: '+12185550123',
      'Date of Birth': '1990-02-03',
      'Access Type': 'Digital key',
      'Last Day': '2026-11-30',
      'Facility ID': '4100',
      'Member ID': member?.id,
      'Enrollment ID': member?.id,
      'Status Code': '4',
      'Access Type Code': '1',
    });
    const report = await sheetFrom(employees.memberList, query);
    expect(report.rows.map(({ cells }) => Object.values(cells))).toEqual([
      [
        '=HYPERLINK("https://bad.example")',
        member?.lastName,
        'Activated',
        member?.email,
        '4100',
        'Harbor Gym 4100',
        '0',
      ],
    ]);
  });
});

describe('optional columns', () => {
  const values = {
    ...ofDetails((field) => `${field} 1`),
    middleInitial: 'B',
    state: 'MN',
    zipCode: '55401',
    membershipType: 'Family',
  };
  const titled = Object.fromEntries(detailFields.map((field) => [detailColumns[field].title, values[field]]));
  const employee = { firstName: 'Ann', lastName: 'Lund', phone: null, dateOfBirth: null };

  async function uploaded(partnerId: string) {
    const file = await workbookOf(
      [['Ann', 'Lund', 'ann@columns.test', ...Object.values(titled)]],
      ['First Name', 'Last Name', 'Email', ...Object.keys(titled)],
    );
    const { status, body } = await call(employees.upload, world.admin, {
      body: { partnerId },
      files: { file },
    });
    expect(status).toBe(200);
    await runJob(body.jobId);
  }

  async function added(partnerId: string) {
    const body = { partnerId, firstName: 'Ann', lastName: 'Lund', email: 'ann@columns.test', ...values };
    expect((await call(employees.add, world.admin, { body })).status).toBe(200);
  }

  it.each([
    ['an upload', uploaded],
    ['the form', added],
  ])('of %s are stored, downloaded, compared with a roster, and erased', async (_, add) => {
    const id = await freshPartner();
    await add(id);
    const [row] = await rosterOf(world, id);
    const member = await loadMember(String(row?.memberId));
    expect(member).toMatchObject(values);
    const roster = await sheetFrom(employees.excelReport, { partnerID: id });
    expect(roster.rows.map(({ cells }) => cells)).toMatchObject([titled]);
    const other = { ...employee, email: member.email, ...ofDetails((field) => `${values[field]} 2`) };
    const changes = changedFields(member, other as Parameters<typeof changedFields>[1]);
    expect(Object.keys(changes)).toEqual(detailFields);
    expect(formatChanges(member, changes)).toContain('ZIP code: 55401 → 55401 2. Membership type: Family');
    expect(Object.keys(erasedMember(member)).filter((field) => Object.hasOwn(values, field))).toEqual([]);
  });
});
