import { expect, it } from 'vitest';
import { loadMember } from '../../functions/members/store.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { call } from '../support/call.ts';
import { runJob } from '../support/jobs.ts';
import { useWorld } from '../support/world.ts';
import { freshPartner, rosterOf, workbookOf } from './people.ts';

const world = useWorld();

const exports: Record<string, Readonly<Record<string, string>>> = {
  ADP: {
    'Payroll Name': 'Lund, Ann B',
    'Associate ID': 'A-17',
    'Work Contact: Work Email': 'ann.adp@exports.test',
    'Personal Contact: Personal Email': 'home.adp@exports.test',
    'Birth Date': '02/13/1980',
  },
  Workday: {
    Worker: 'Lund, Ann B',
    'Employee ID': 'A-17',
    'Email - Primary Work': 'ann.workday@exports.test',
    'Email - Primary Home': 'home.workday@exports.test',
    'Date of Birth': '02/13/1980',
  },
  BambooHR: {
    'Employee #': 'A-17',
    'First Name': 'Ann B',
    'Preferred Name': 'Annie',
    'Last Name': 'Lund',
    'Work Email': 'ann.bamboo@exports.test',
    'Home Email': 'home.bamboo@exports.test',
    'Birth Date': '02/13/1980',
  },
  Gusto: {
    'First name': 'Ann B',
    'Last name': 'Lund',
    'Work email': 'ann.gusto@exports.test',
    'Personal email': 'home.gusto@exports.test',
    'Employee ID': 'A-17',
    'Date of birth': '02/13/1980',
  },
  Paycom: {
    Employee_Code: 'A-17',
    Legal_First_Name: 'Ann B',
    Legal_Last_Name: 'Lund',
    Work_Email: 'ann.paycom@exports.test',
    Personal_Email: 'home.paycom@exports.test',
    Birth_Date: '02/13/1980',
  },
};

it.each(Object.entries(exports))('reads an export of %s', async (system, cells) => {
  const partnerId = await freshPartner();
  const titles = Object.keys(cells);
  const file = await workbookOf([Object.values(cells)], titles);
  const checked = await call(employees.checkUpload, world.admin, { body: { partnerId }, files: { file } });
  expect(checked.body).toMatchObject({ problem: '', questions: [], added: 1, refused: 0 });
  const email = checked.body.titles.findIndex((title: string) => /work/i.test(title) && /mail/i.test(title));
  expect(checked.body.samples[email]?.[0]).toMatch(/^ann\./);
  const begun = await call(employees.upload, world.admin, { body: { partnerId }, files: { file } });
  expect((await runJob(begun.body.jobId)).tally, system).toMatchObject({ failed: 0 });
  const [row] = await rosterOf(world, partnerId);
  expect(await loadMember(String(row?.memberId))).toMatchObject({
    firstName: 'Ann B',
    lastName: 'Lund',
    email: expect.stringMatching(/^ann\./),
    employeeNumber: 'A-17',
    dateOfBirth: '1980-02-13',
  });
});

it('reads names in one column as "Last, First", and refuses only a row in another order', async () => {
  const partnerId = await freshPartner();
  const rows = [
    ['Lund, Ann', 'ann.one@exports.test'],
    ['Moe, Bo', 'bo.one@exports.test'],
    ['Ben Brook', 'ben.one@exports.test'],
  ];
  const file = await workbookOf(rows, ['Worker', 'Work Email']);
  const { body } = await call(employees.checkUpload, world.admin, { body: { partnerId }, files: { file } });
  expect(body).toMatchObject({
    problem: '',
    added: 2,
    refused: 1,
    first: [
      { firstName: 'Ann', lastName: 'Lund', email: 'ann.one@exports.test' },
      { firstName: 'Bo', lastName: 'Moe', email: 'bo.one@exports.test' },
    ],
  });
  expect(body.refusedRows).toMatchObject([
    { line: 4, reason: 'First Name is required. Last Name is required.' },
  ]);
});
