import { expect, describe, it } from 'vitest';
import { takeDeliveriesHandler as deliver } from '../../../functions/employees/handlers/roster-changes.ts';
import { loadRosterChange, rosterChangesOf } from '../../../functions/employees/changes/change-store.ts';
import { loadMember } from '../../../functions/members/store.ts';
import { filesOf, getFile, putFile } from '../../../functions/platform/files.ts';
import { sha256 } from '../../../functions/platform/digest.ts';
import { addDays, dateInChicago, periodEnd, periodOf, showDate } from '../../../shared/calendar.ts';
import { employees } from '../../../shared/contracts/employees.ts';
import type { RosterChangeKind } from '../../../shared/employees/roster-change.ts';
import type { Member } from '../../../shared/members/member.ts';
import { partnerPaid } from '../../../shared/programs.ts';
import { call } from '../../support/call.ts';
import { allRunningJobs, runJob } from '../../support/jobs.ts';
import { useWorld } from '../../support/world.ts';
import { mailsTo } from '../../users/person.ts';
import { ann, benefitFile, type BenefitPerson, type FileSettings } from '../benefit-people.ts';
import { addMembers, freshPartner } from '../people.ts';

// 834 files through the endpoints of the Imports page and the delivery folders.

const world = useWorld();
const today = dateInChicago(new Date());

async function begin(
  partnerID: string,
  text: string,
  kind: RosterChangeKind = 'additions',
  name = 'people.txt',
) {
  const bytes = Buffer.from(text, 'utf8');
  const uploadId = `U${sha256(bytes).slice(0, 12)}`;
  const file = { name, bytes };
  const part = { partnerID, uploadId, part: '0' };
  await call(employees.uploadRosterPart, world.admin, { body: part, files: { file } });
  const body = { partnerID, kind, uploadId, parts: 1, fileName: name, fileHash: sha256(bytes) };
  const begun = await call(employees.importRoster, world.admin, { body });
  await runJob(begun.body.jobId);
  return { changeId: begun.body.changeId as string, uploadId };
}

async function rowsOf(changeId: string, group: string) {
  const query = { group };
  const { body } = await call(employees.rosterChangeRows, world.admin, { params: { changeId }, query });
  return body.items as { name: string; email: string; what: string; code: string | null; line: number }[];
}

async function read(
  partnerId: string,
  people: readonly BenefitPerson[],
  settings?: FileSettings,
  kind?: RosterChangeKind,
) {
  const { changeId, uploadId } = await begin(partnerId, benefitFile(people, settings), kind);
  return {
    change: await loadRosterChange(changeId),
    rows: (group: string) => rowsOf(changeId, group),
    uploadId,
  };
}

async function confirm(changeId: string) {
  const { version } = await loadRosterChange(changeId);
  const { body } = await call(employees.confirmRosterChange, world.admin, {
    params: { changeId },
    body: { version },
  });
  await runJob(body.jobId);
  return loadRosterChange(changeId);
}

const person = (firstName: string, others: Partial<BenefitPerson> = {}): BenefitPerson => ({
  ...ann,
  firstName,
  lastName: 'Quarry',
  email: `${firstName.toLowerCase()}@quarry.test`,
  dateOfBirth: `19${50 + (firstName.charCodeAt(0) % 40)}-04-${10 + firstName.length}`,
  employeeNumber: `Q-${firstName}`,
  phones: {},
  address: undefined,
  ...others,
});
const memberAs = ({
  firstName,
  lastName,
  email = '',
  dateOfBirth,
  employeeNumber,
  phones,
}: BenefitPerson): Partial<Member> => ({
  firstName,
  lastName,
  email,
  dateOfBirth: dateOfBirth ?? null,
  employeeNumber: employeeNumber ?? null,
  phone: phones?.CP ?? null,
  invitationStatus: 4,
  enrolledOn: '2026-01-01',
});

/** Returns a partner whose members are the people. */
async function partnerWith(...people: readonly BenefitPerson[]) {
  const id = await freshPartner(500, partnerPaid);
  const members = await addMembers(id, people.length, (index) => memberAs(people[index] ?? ann));
  return { id, members };
}

describe('a file of changes', () => {
  it('adds, changes, and ends the people it names, and no other members', async () => {
    const [di, ed, fay] = [person('Di'), person('Ed'), person('Fay')];
    const { id, members } = await partnerWith(di, ed, fay);
    const lastDay = addDays(periodEnd(periodOf(today)), 1);
    const { change, rows } = await read(id, [
      person('Cy', { maintenance: '021', dependents: [{ firstName: 'Kid' }] }),
      { ...di, maintenance: '001', phones: { CP: '6125550177' } },
      { ...ed, maintenance: '024', dates: { '357': lastDay } },
    ]);
    expect(change).toMatchObject({
      status: 'preview',
      kind: 'additions',
      benefitFile: { isFull: false, isTest: false },
      counts: { rows: 3, add: 1, change: 1, end: 1, wrong: 0, same: 0, stay: 0 },
    });
    expect(change.notes).toContain('1 dependent was not read: memberships are for employees.');
    expect(await rows('end')).toMatchObject([
      { name: 'Ed Quarry', what: `Ends after ${showDate(lastDay)}.` },
    ]);
    expect(await rows('change')).toMatchObject([
      { name: 'Di Quarry', what: 'Phone: none → (612) 555-0177.' },
    ]);
    const after = await confirm(change.id);
    expect(after).toMatchObject({ status: 'done', applied: { changed: 3, failed: 0 } });
    const [first, second, third] = await Promise.all(members.map(({ id: member }) => loadMember(member)));
    expect(first?.phone).toBe('(612) 555-0177');
    expect(second?.leavingOn).toBe(addDays(lastDay, 1));
    expect(third?.leavingOn).toBeNull();
  });

  it('identifies a leaver without an email by name with birth date, and reports unknown people', async () => {
    const gus = person('Gus', { employeeNumber: '' });
    const { id } = await partnerWith(gus);
    const ended = { maintenance: '024', email: '', dates: { '337': addDays(today, -3) } };
    const { change, rows } = await read(id, [
      { ...gus, ...ended },
      person('Hal', ended),
      person('Ida', { maintenance: '001', coverages: [{ maintenance: '001' }] }),
      person('Jo', { maintenance: '021', email: '' }),
    ]);
    expect(change.counts).toMatchObject({ end: 1, add: 0, wrong: 3 });
    const wrong = await rows('wrong');
    expect(wrong.map(({ name, code }) => [name, code])).toEqual([
      ['Hal Quarry', 'not-found'],
      ['Ida Quarry', 'not-found'],
      ['Jo Quarry', 'invalid'],
    ]);
    expect(wrong[0]?.what).toContain(
      'People who left are not added: Employment Status “Terminated (INS03 024)”',
    );
    expect(wrong[1]?.what).toBe(
      'No member matches this change (INS03). Send the person as an addition (021).',
    );
    expect(wrong[2]?.what).toContain('Email');
  });

  it('ends no membership by an employee number with another name, also without an email', async () => {
    const abe = person('Abe');
    const { id } = await partnerWith(abe);
    const other = { ...abe, lastName: 'Birch', firstName: 'Bob', email: '', dateOfBirth: '1971-02-02' };
    const { change, rows } = await read(id, [{ ...other, maintenance: '024' }]);
    expect(change.counts).toMatchObject({ end: 0, wrong: 1 });
    expect(await rows('wrong')).toMatchObject([{ what: expect.stringContaining('has another name') }]);
  });

  it('with contradictions ends no membership, and names its sponsors', async () => {
    const [ann1, cal, dot] = [person('Ann'), person('Cal'), person('Dot')];
    const { id } = await partnerWith(ann1, cal, dot);
    const ended = { ...cal, maintenance: '024' };
    let sponsors = 0;
    const { change, rows } = await read(
      id,
      [
        { ...ann1, maintenance: '025', employment: 'TE' },
        { ...ended, dates: { '357': addDays(today, -3) } },
        { ...ended, dates: { '357': addDays(today, 9) } },
        { ...dot, maintenance: '024' },
        { ...dot, maintenance: '024' },
      ],
      {
        transactions: 2,
        change: (lists) =>
          lists.map((list) => (list[1] === 'P5' && ++sponsors === 2 ? ['N1', 'P5', 'HILL CO'] : list)),
      },
    );
    expect(change.counts).toMatchObject({ end: 1, wrong: 4 });
    expect((await rows('wrong')).map(({ name, what }) => `${name} ${what}`)).toEqual([
      expect.stringMatching(/^Ann .*contradicts the status/),
      expect.stringMatching(/^Cal .*states another last day/),
      expect.stringMatching(/^Cal .*states another last day/),
      expect.stringMatching(/^Dot .*more than once/),
    ]);
    expect(change.notes.join(' ')).toContain('2 plan sponsors (N1*P5): LARKSPUR MILLS and HILL CO.');
  });

  it('in capitals and with another format of a phone number changes neither', async () => {
    const phones = { CP: '6125550177' };
    const moe = person('Moe', { phones, address: ['100 MILL ST', '', 'SAINT PAUL', 'MN', '55101'] });
    const { id, members } = await partnerWith(moe);
    const shouted = {
      ...moe,
      firstName: 'MOE',
      lastName: 'QUARRY',
      email: 'MOE@QUARRY.TEST',
      maintenance: '030',
    };
    const { change } = await read(id, [shouted]);
    await confirm(change.id);
    expect(change.counts).toMatchObject({ change: 1, wrong: 0 });
    const after = await loadMember(members[0]?.id ?? '');
    expect([after.firstName, after.city, after.phone]).toEqual(['Moe', 'SAINT PAUL', '6125550177']);
    const again = await read(id, [{ ...shouted, address: ['100 Mill St', '', 'Saint Paul', 'MN', '55101'] }]);
    expect(again.change.counts).toMatchObject({ change: 1 });
  });

  it('keeps the email of a member without one in the file', async () => {
    const kai = person('Kai');
    const { id } = await partnerWith(kai);
    const { change, rows } = await read(id, [
      { ...kai, email: '', maintenance: '001', phones: { CP: '6125550178' } },
    ]);
    expect(change.counts).toMatchObject({ change: 1, wrong: 0 });
    expect(await rows('change')).toMatchObject([{ what: 'Phone: none → (612) 555-0178.' }]);
  });

  it('proposes a reinstated former member as an addition, and reports an ending membership', async () => {
    const [lea, max] = [person('Lea'), person('Max')];
    const { id } = await partnerWith(lea);
    const lastDay = addDays(periodEnd(periodOf(today)), 1);
    const ended = await read(id, [{ ...lea, maintenance: '024', dates: { '357': lastDay } }]);
    await confirm(ended.change.id);
    const neverEnrolled = await read(id, [{ ...max, maintenance: '021' }]);
    await confirm(neverEnrolled.change.id);
    const endedNow = await read(id, [{ ...max, maintenance: '024', email: '' }]);
    await confirm(endedNow.change.id);
    const { change, rows } = await read(id, [
      { ...lea, maintenance: '025' },
      { ...max, maintenance: '025' },
    ]);
    expect(change.counts).toMatchObject({ add: 1, wrong: 1, same: 0 });
    expect(await rows('add')).toMatchObject([{ name: 'Max Quarry' }]);
    expect(await rows('wrong')).toMatchObject([
      { name: 'Lea Quarry', code: 'conflict', what: expect.stringContaining('is ending') },
    ]);
  });

  it.each<RosterChangeKind>(['additions', 'leavers', 'roster'])(
    'ends no membership of absent people, uploaded as %s',
    async (kind) => {
      const { id } = await partnerWith(person('Nia'), person('Oda'));
      const { change } = await read(id, [person('Pia')], {}, kind);
      expect(change.counts).toMatchObject({ rows: 1, add: 1, end: 0 });
    },
  );
});

describe('a full file', () => {
  it.each(['4', 'RX'])('of purpose %s ends the memberships of absent people', async (purpose) => {
    const [nia, oda] = [person('Nia'), person('Oda')];
    const { id } = await partnerWith(nia, oda);
    const { change, rows } = await read(id, [{ ...nia, maintenance: '030' }], { purpose });
    expect(change).toMatchObject({
      kind: 'roster',
      benefitFile: { isFull: true },
      counts: { rows: 1, same: 1, end: 1 },
    });
    expect(await rows('end')).toMatchObject([{ name: 'Oda Quarry' }]);
  });

  it('that is damaged ends no membership of absent people, and reads its other transactions', async () => {
    const [nia, oda, pia] = [person('Nia'), person('Oda'), person('Pia')];
    const { id } = await partnerWith(nia, oda, pia);
    let ends = 0;
    const change = (lists: string[][]) =>
      lists.map((list) => (list[0] === 'SE' && ++ends === 1 ? ['SE', '99', '0001'] : list));
    const people = [nia, { ...oda, phones: { CP: '6125550179' } }].map((each) => ({
      ...each,
      maintenance: '030',
    }));
    const result = await read(id, people, { purpose: '4', transactions: 2, change });
    expect(result.change).toMatchObject({
      kind: 'additions',
      benefitFile: { isFull: true },
      counts: { rows: 2, change: 1, end: 0, wrong: 1 },
    });
    expect(await result.rows('wrong')).toMatchObject([
      { name: 'Nia Quarry', code: 'invalid', what: expect.stringContaining('This transaction is damaged') },
    ]);
    expect(result.change.notes).toContain(
      'The full file is incomplete, so memberships of people who are not in it do not end.',
    );
  });

  it('ends no membership of its dependents, or of members in a transaction that is not read', async () => {
    const [nia, kid, oda] = [person('Nia'), person('Kid', { employeeNumber: '' }), person('Oda')];
    const { id } = await partnerWith(nia, kid, oda);
    const people = [nia, oda].map((each) => ({ ...each, maintenance: '030' }));
    const [first, second] = people;
    if (!first || !second) throw new Error('Two people are expected.');
    const dependents = [{ firstName: 'Kid' }];
    const whole = await read(id, [{ ...first, dependents }, second], { purpose: '4' });
    expect(whole.change.counts).toMatchObject({ same: 2, end: 0, stay: 1 });
    expect(await whole.rows('stay')).toMatchObject([
      { name: 'Kid Quarry', what: expect.stringContaining('names a dependent with the name of this member') },
    ]);
    let begins = 0;
    const change = (lists: string[][]) =>
      lists.map((list) =>
        list[0] === 'ST' && ++begins === 2 ? ['ST', '834', '0002', '004010X095A1'] : list,
      );
    const partial = await read(id, people, { purpose: '4', transactions: 2, change });
    expect(partial.change).toMatchObject({ kind: 'additions', counts: { same: 1, end: 0 } });
    expect(partial.change.notes.join(' ')).toContain('The full file is incomplete');
  });

  it('without a valid row is refused', async () => {
    const { id } = await partnerWith(person('Nia'));
    const { change } = await read(id, [person('Pia', { email: '' })], { purpose: '4' });
    expect(change).toMatchObject({
      status: 'refused',
      problem: 'No row of this file is valid. No members were compared.',
    });
  });
});

it.each<'T' | 't'>(['T', 't'])('of test data (%s) is a dry run that cannot be confirmed', async (usage) => {
  const { id } = await partnerWith(person('Nia'));
  const { change } = await read(id, [person('Pia')], { usage });
  expect(change).toMatchObject({ status: 'checked', benefitFile: { isTest: true }, counts: { add: 1 } });
  const { status } = await call(employees.confirmRosterChange, world.admin, {
    params: { changeId: change.id },
    body: { version: change.version },
  });
  expect(status).toBe(409);
});

it('is read by its content under any name, and at the field of a small upload', async () => {
  const { id } = await partnerWith(person('Nia'));
  for (const name of ['people.xlsx', 'people.csv', 'people'])
    expect(
      await loadRosterChange((await begin(id, benefitFile([person('Pia')]), 'roster', name)).changeId),
    ).toMatchObject({ status: 'preview', counts: { add: 1, end: 0 } });
  const upload = (text: string) =>
    call(employees.beginRosterChange, world.admin, {
      body: { partnerID: id, kind: 'leavers' },
      files: { file: { name: 'leavers.834', bytes: Buffer.from(text, 'utf8') } },
    });
  expect((await upload(benefitFile([person('Pia')]))).status).toBe(200);
  const refused = await upload(benefitFile([person('Pia')], { type: '835' }));
  expect(refused).toMatchObject({ status: 422, body: { message: expect.stringContaining('type “835”') } });
  const check = await call(employees.checkUpload, world.admin, {
    body: { partnerId: id },
    files: { file: { name: 'people.xlsx', bytes: Buffer.from(benefitFile([person('Pia')]), 'utf8') } },
  });
  expect(JSON.stringify(check.body)).toContain('This is an X12 file. Upload 834 files on the Imports page.');
});

describe('social security numbers', () => {
  const number = '219099999';
  const digits = /219-?09-?9999/;
  const pia = person('Pia', {
    socialSecurityNumber: number,
    subscriberNumber: number,
    employeeNumber: '219-09-9999',
    coverages: [
      { maintenance: '021', plan: number },
      { maintenance: '021', plan: 'WELLNESS' },
    ],
  });
  const fileOf = async (name: string) => Buffer.from((await getFile('files', name)) ?? []).toString('utf8');

  it('of an upload are in no file, row, note, or member', async () => {
    const { id } = await partnerWith(person('Nia'));
    const { change, rows, uploadId } = await read(id, [pia]);
    const after = await confirm(change.id);
    for (const folder of [`roster-changes/${change.id}/`, `roster-changes/parts/${id}/${uploadId}/`])
      for await (const { name } of filesOf('files', folder)) expect(await fileOf(name)).not.toMatch(digits);
    expect(await fileOf(`roster-changes/${change.id}/file`)).toContain(
      'NM1*IL*1*Quarry*Pia****34*XXXXXXXXX~',
    );
    expect(JSON.stringify([after, await rows('add')])).not.toMatch(digits);
    const [added] = (await call(employees.keyFobs, world.admin, { query: { partnerID: id, filter: 'Pia' } }))
      .body.items;
    expect((await loadMember(added.memberId)).employeeNumber ?? '').toBe('');
  });

  it.each<[string, Partial<BenefitPerson>]>([
    ['the number of a subscriber with digits of the person', { subscriberNumber: `${number}00` }],
    [
      'a subscriber number without a qualified one',
      { subscriberNumber: `${number}01`, socialSecurityNumber: '' },
    ],
    ['a prefix', { subscriberNumber: `ID-${number}`, employeeNumber: `E-${number}` }],
    ['a coverage', { coverages: [{ maintenance: '021', plan: `A${number}-1` }, { maintenance: '021' }] }],
    ['an email', { email: `${number}@quarry.test` }],
    ['a name', { lastName: `Quarry ${number}` }],
  ])('within %s are in no file, row, or note', async (_, others) => {
    const { id } = await partnerWith(person('Nia'));
    const { change, rows } = await read(id, [
      person('Pia', { socialSecurityNumber: number, ...others }),
      person('Quin'),
    ]);
    expect(await fileOf(`roster-changes/${change.id}/file`)).not.toMatch(digits);
    expect(JSON.stringify([change, await rows('add'), await rows('wrong')])).not.toMatch(digits);
  });

  it('of a delivery are removed with the file after it is read once', async () => {
    const { id } = await partnerWith(person('Nia'));
    const name = `hr/${id}/roster/weekly.834`;
    await putFile('files', name, benefitFile([pia, person('Nia')]), 'application/octet-stream');
    const runAll = async () => {
      await deliver();
      for (const job of await allRunningJobs()) await runJob(job.id);
    };
    await runAll();
    await runAll();
    const changes = (await rosterChangesOf(id, undefined)).items;
    expect(changes).toMatchObject([{ status: 'preview', delivered: true, benefitFile: { isFull: false } }]);
    expect(await getFile('files', name)).toBeUndefined();
    const copy = name.replace('hr/', 'hr-read/');
    const receipt = JSON.parse(await fileOf(`${copy}.receipt.json`));
    expect(receipt).toMatchObject({ benefitFile: { isFull: false, isTest: false }, counts: { add: 1 } });
    for (const text of [JSON.stringify(receipt), await fileOf(copy)]) expect(text).not.toMatch(digits);
    expect(await fileOf(copy)).toContain('NM1*IL*');
    expect((await mailsTo(`office${id}@partner.test`)).join('')).not.toMatch(digits);
  });
});
