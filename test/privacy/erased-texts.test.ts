import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { putFile } from '../../functions/platform/files.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { storeContent, contentName } from '../../functions/payments/payroll/part-store.ts';
import { loadPayrollYear, payrollYearChange } from '../../functions/payments/payroll/store.ts';
import { client, tableName } from '../../functions/table/client.ts';
import { transact } from '../../functions/table/transact.ts';
import { takeDeliveriesHandler } from '../../functions/visits/handlers/check-ins.ts';
import { addDays, dateInChicago, showDate } from '../../shared/calendar.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { privacy } from '../../shared/contracts/privacy.ts';
import { users } from '../../shared/contracts/users.ts';
import { visits } from '../../shared/contracts/visits.ts';
import { deleted } from '../../shared/members/member.ts';
import { personTexts, withoutPerson } from '../../shared/privacy/person-texts.ts';
import type { User } from '../../functions/users/user.ts';
import { workbookOf } from '../employees/people.ts';
import { call } from '../support/call.ts';
import { allRunningJobs, runJob } from '../support/jobs.ts';
import { useWorld } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { memberWithRecords } from './people.ts';

const world = useWorld();

const runAll = async () => {
  for (let running = await allRunningJobs(); running.length > 0; running = await allRunningJobs())
    for (const { id } of running) await runJob(id);
};

async function leaver(id: string, lastName: string): Promise<User> {
  const user = await memberWithRecords(world, id);
  const member = await loadMember(id);
  await transact(...memberChange(member, { ...member, lastName, invitationStatus: deleted }));
  return user;
}

async function erase(user: User) {
  await call(privacy.fileOwnCase, user, { body: { kind: 'deletion', details: '' } });
  const [{ id: caseId }] = (await call(privacy.ownCases, user)).body;
  const response = await call(privacy.erase, world.admin, { params: { owner: user.id, caseId } });
  expect(response.status).toBe(200);
  return response.body.retained.join('\n') as string;
}

/** Returns the items that contain a text, except those that expire. */
async function itemsWith(text: string): Promise<string[]> {
  const items: string[] = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName: tableName() }))
    for (const item of Items)
      if (item.expiresAt === undefined && JSON.stringify(item).toLowerCase().includes(text))
        items.push(`${String(item.pk)} ${String(item.sk)}`);
  return items;
}

const view = (name: string, filter = '') => ({
  name,
  filter,
  invitationStatus: '',
  sortBy: 'lastName',
  sortOrder: 'asc',
  hiddenColumns: [],
});
const params = { grid: 'employees' };

it('removes the name from saved views and file names of others', async () => {
  const user = await leaver('T-NAMED', 'Feathersworth');
  const facilityManager = await createUser({ role: 'facilityManager', facilityId: world.facility.id });
  for (const as of [world.own.manager, world.admin])
    await call(users.saveGridSettings, as, {
      params,
      body: {
        hiddenColumns: null,
        views: [view('Feathersworth case'), view('One', 'feathers-worth'), view('Waiting', 'feather')],
        version: 0,
      },
    });
  const partnerId = world.own.partner.id;
  const rows = await workbookOf([['Ann', 'Lund', 'lund@people.test']]);
  const file = { ...rows, name: 'Feathersworth, Rosalind.xlsx' };
  await call(employees.upload, world.admin, { body: { partnerId }, files: { file } });
  const leavers = {
    name: 'rosalind_FEATHERSWORTH leaves.csv',
    bytes: Buffer.from('Email\nlund@people.test'),
  };
  const begun = await call(employees.beginRosterChange, world.own.manager, {
    body: { partnerID: partnerId, kind: 'leavers' },
    files: { file: leavers },
  });
  expect(begun.status).toBe(200);
  const checkIns = 'Member ID,Club,Check-In Date\nnobody,1,11/18/2026';
  await putFile('files', `check-ins/${world.facility.id}/feathersworth.csv`, checkIns, 'text/csv');
  await takeDeliveriesHandler();
  const byHand = { name: 'Visits of Feathersworth.csv', bytes: Buffer.from(checkIns) };
  const imported = await call(visits.importCheckIns, facilityManager, { body: {}, files: { file: byHand } });
  expect(imported.status).toBe(200);
  await runAll();

  await erase(user);
  expect(await itemsWith('feathersworth')).toEqual([]);
  for (const as of [world.own.manager, world.admin])
    expect((await call(users.gridSettings, as, { params })).body.views).toMatchObject([{ name: 'Waiting' }]);
  const { body: changes } = await call(employees.rosterChanges, world.own.manager, {
    query: { partnerID: partnerId },
  });
  expect(changes.items[0].fileName).toBe('erased_erased leaves.csv');
});

it('deletes the saved views of a removed user', async () => {
  const user = await leaver('T-VIEWS', 'Quill');
  const body = { hiddenColumns: null, views: [view('Drosselmeyer')], version: 0 };
  await call(users.saveGridSettings, user, { params, body });
  await erase(user);
  expect(await itemsWith('drosselmeyer')).toEqual([]);
});

it('lists the last payroll file with the person and the end of its retention', async () => {
  const user = await leaver('T-PAID', 'Quill');
  const partnerId = world.own.partner.id;
  const now = new Date();
  const today = dateInChicago(now);
  const year = today.slice(0, 4);
  const before = await loadPayrollYear(partnerId, year);
  const fileOf = (id: string, madeAt: string) => ({
    id,
    periodId: `${year}01`,
    madeAt,
    madeBy: 'somebody',
    object: contentName(partnerId, id),
    lines: 1,
    reimbursements: 25_00,
    dues: 0,
    parts: 1,
  });
  const [old, last, other] = [
    fileOf(`${year}01`, `${addDays(today, -7 * 366)}T12:00:00.000Z`),
    fileOf(`${year}01-2`, `${addDays(today, -20)}T12:00:00.000Z`),
    fileOf(`${year}01-3`, now.toISOString()),
  ];
  await transact(...payrollYearChange(before, { ...before, files: [old, last, other] }));
  for (const { object, id } of [old, last, other]) {
    const memberId = id === other.id ? 'someone-else' : 'T-PAID';
    const line = { memberId, name: 'Rosalind Quill', email: user.email, category: 'reimbursement' as const };
    await storeContent(object, 0, { lines: [{ ...line, amount: 25_00, yearToDate: 25_00 }], reported: {} });
  }
  const until = showDate(addDays(today, 7 * 366 - 20));
  expect(await erase(user)).toMatch(
    new RegExp(`Payroll files of partner 1 with this person:.*until ${until}`),
  );
  const download = (fileId: string) =>
    call(payments.downloadPayroll, world.own.manager, { params: { partnerId, fileId }, query: {} });
  expect((await download(last.id)).status).toBe(200);
  // the file is deleted by its lifecycle rule
  expect((await download(old.id)).status).toBe(404);
});

it('recognizes a person in a text by last name, full name, address, and number', () => {
  const person = personTexts([
    {
      firstName: 'Linnéa',
      lastName: "O'Van Berg",
      latinName: 'Linnea Bergova',
      email: 'l.b@people.test',
      employeeNumber: 'EMP-77',
    },
  ]);
  const named = {
    'OVanBerg-Linnea.csv': 'erased-erased.csv',
    "o'van_berg 2026": 'erased 2026',
    'BERGOVA.xlsx': 'erased.xlsx',
    'of L.B@people.test': 'of erased',
    'emp-77 leaves': 'erased leaves',
  };
  for (const [text, after] of Object.entries(named)) expect(withoutPerson(person, text)).toBe(after);
  for (const text of ['Linnea.csv', 'Berg.csv', 'Vanberg', '2026-11 roster', 'EMP-7', ''])
    expect(withoutPerson(person, text)).toBe(text);
});
