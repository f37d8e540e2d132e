import { beforeEach, describe, expect, it } from 'vitest';
import { loadBankAccount } from '../../functions/bank-accounts/account-read-store.ts';
import { openBankAccount } from '../../functions/bank-accounts/store.ts';
import { endDueStatusesHandler as everyDay } from '../../functions/facilities/handlers/facilities.ts';
import { planChange } from '../../functions/facilities/plan-store.ts';
import { loadFacility } from '../../functions/facilities/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { refusedRowsOf } from '../../functions/jobs/store.ts';
import { loadMember } from '../../functions/members/store.ts';
import { getFile, s3 } from '../../functions/platform/files.ts';
import { readSheet } from '../../functions/platform/sheets/read-sheet.ts';
import { writeSheet } from '../../functions/platform/sheets/write-sheet.ts';
import { keys } from '../../functions/table/keys.ts';
import { eachItem } from '../../functions/table/table.ts';
import { facilities } from '../../shared/contracts/facilities.ts';
import { jobs } from '../../shared/contracts/jobs.ts';
import { members } from '../../shared/contracts/members.ts';
import { runDying } from '../employees/people.ts';
import { addMembers } from '../payments/facilities.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { afterClaims, allRunningJobs, runJob } from '../support/jobs.ts';
import { emailsTo } from '../support/mailbox.ts';
import { useWorld } from '../support/world.ts';
import { createUser } from '../users/person.ts';

const world = useWorld();
beforeEach(() => setClock('2026-11-20T16:00:00Z'));
resetClockAfterEach();

const header =
  'Facility ID,Name,Type,Address,City,State,ZIP,AF Number,PPV,Status,Phone,Website,Latitude,Longitude,Routing Number,Account Number,Account Type';
const begin = async (lines: readonly string[], title = header) => {
  const bytes = Buffer.from([title, ...lines].join('\n'));
  const begun = await call(facilities.importClubs, world.admin, {
    files: { file: { name: 'clubs.csv', bytes } },
  });
  expect(begun.status, JSON.stringify(begun.body)).toBe(200);
  return begun.body.jobId;
};
const imported = async (lines: readonly string[]) => runJob(await begin(lines));
const audited = async (subject: string) => {
  const events: Record<string, unknown>[] = [];
  for await (const event of eachItem(keys.audit(subject, '', '').pk)) events.push(event);
  return events;
};
const good =
  '8001,Pier Gym,Fitness class,1 A Street,Duluth,Minnesota,55802,AF8001,Yes,Active,(218) 555-0100,pier.example,,,091000019,123456789,Checking';

describe('a single facility', () => {
  const form = {
    facilityNumber: 'DOCK-9',
    name: 'Dock Studio',
    facilityLocationType: 1,
    address1: '1 A Street',
    city: 'Duluth',
    state: 'MN',
    zipCode: '55802',
    isPpv: false,
  };
  const add = (body: object) => call(facilities.add, world.admin, { body });

  it('is added with the coordinates of its ZIP code, once', async () => {
    const added = await add(form);
    expect(added.body, JSON.stringify(added.body)).toMatchObject({ success: true, facilityID: 'DOCK-9' });
    const facility = await loadFacility('DOCK-9');
    expect(facility).toMatchObject({
      name: 'Dock Studio',
      enrollmentStatus: 1,
      payeeToken: null,
      isAf: false,
    });
    expect([Math.round(facility.latitude), Math.round(facility.longitude)]).toEqual([47, -92]);
    expect((await audited('facility DOCK-9')).map(({ name }) => name)).toEqual(['facility added']);
    expect(await add({ ...form, name: 'Another Gym' })).toMatchObject({
      status: 409,
      body: { message: 'Facility ID DOCK-9 is in use. Nothing was added.' },
    });
    expect((await loadFacility('DOCK-9')).name).toBe('Dock Studio');
  });

  it('needs a ZIP code of its state and a valid number', async () => {
    const elsewhere = await add({ ...form, facilityNumber: 'DOCK-10', state: 'TX' });
    expect(elsewhere.status).toBe(422);
    expect(elsewhere.body.message).toContain('ZIP code 55802 is in');
    expect((await add({ ...form, facilityNumber: 'DOCK 11' })).status).toBe(400);
  });
});

describe('an import of facilities', () => {
  it('adds a facility with its coordinates and sealed account, lists it, and changes nothing when repeated', async () => {
    expect((await imported([good])).tally).toMatchObject({ added: 1, changed: 0, kept: 0, failed: 0 });
    const facility = await loadFacility('8001');
    expect(facility).toMatchObject({
      name: 'Pier Gym',
      facilityLocationType: 1,
      state: 'MN',
      isAf: true,
      afNumber: 'AF8001',
      isPpv: true,
      website: 'https://pier.example',
      enrollmentStatus: 1,
    });
    expect([Math.round(facility.latitude), Math.round(facility.longitude)]).toEqual([47, -92]);
    const account = await loadBankAccount(facility.payeeToken ?? '');
    expect(account?.lastFour).toBe('6789');
    expect(account && (await openBankAccount(account)).accountNumber).toBe('123456789');
    const list = await call(facilities.listAll, world.admin, { query: { filter: 'pier' } });
    expect(list.body.items).toMatchObject([{ id: '8001', hasAccount: true }]);
    const shown = await call(facilities.dropdown, world.admin, {
      query: { searchTerm: 'pier', afOnly: true },
    });
    expect(shown.body).toHaveLength(1);
    expect((await imported([good])).tally).toMatchObject({ added: 0, changed: 0, kept: 1, failed: 0 });
    expect((await loadFacility('8001')).version).toBe(facility.version);
    expect((await loadBankAccount(facility.payeeToken ?? ''))?.version).toBe(1);
    expect((await audited('facility 8001')).map(({ name }) => name)).toEqual([
      'facility added',
      'facility bank account changed',
    ]);
  });

  it('changes only values that differ, keeps values of blank cells, and copies the name to the members', async () => {
    await addMembers('1', [{ id: 'I1', facilityId: '8001' }]);
    const lines = ['8001,Pier Club,,1 A Street,Duluth,MN,55802,,No,,,,,,,,'];
    expect((await imported(lines)).tally).toMatchObject({ changed: 1 });
    const carry = async () => {
      for (const { id, kind } of await allRunningJobs()) if (kind === 'club members') await runJob(id);
    };
    await carry();
    // a member who enrolls meanwhile has read the former name
    await addMembers('1', [{ id: 'I2', facilityId: '8001' }], { facilityName: 'Pier' });
    await carry();
    expect((await loadMember('I2')).facilityName).toBe('Pier');
    afterClaims();
    await carry();
    expect((await loadMember('I2')).facilityName).toBe('Pier Club');
    expect(await allRunningJobs()).toEqual([]);
    expect(await loadFacility('8001')).toMatchObject({
      name: 'Pier Club',
      isPpv: false,
      afNumber: 'AF8001',
      facilityLocationType: 1,
    });
    const { body } = await call(members.list, world.admin, { query: { facilityID: '8001' } });
    expect(body.items).toMatchObject(
      ['I1', 'I2'].map((memberID) => ({ memberID, facilityName: 'Pier Club', isPpv: false, isAF: true })),
    );
  });

  it('reads the plans of a facility, keeps them for a blank cell, and lists the valid ones', async () => {
    await transact(
      ...planChange(null, {
        id: 7,
        name: 'Active Aging',
        partnerIds: null,
        programs: [
          { id: 71, name: 'Balance' },
          { id: 72, name: 'Gentle movement' },
        ],
        version: 0,
      }),
    );
    const withPlans = async (plans: string, name = 'Plan Gym') => {
      const line = `8301,${name},1 A Street,Duluth,MN,55802,${plans}`;
      const job = await runJob(await begin([line], 'Facility ID,Name,Address,City,State,ZIP,Plans'));
      return { job, club: job.tally.failed === 0 ? await loadFacility('8301') : undefined };
    };
    expect((await withPlans('active aging: balance')).club).toMatchObject({ planIds: [7], programIds: [71] });
    const { club } = await withPlans('', 'Plan Gym 2');
    expect(club).toMatchObject({ name: 'Plan Gym 2', planIds: [7], programIds: [71] });
    expect((await withPlans('Active Aging', 'Plan Gym 2')).club?.programIds).toEqual([71, 72]);
    expect((await withPlans('', 'Plan Gym 2')).job.tally).toMatchObject({ kept: 1 });
    expect((await withPlans('none', 'Plan Gym 2')).club).toMatchObject({ planIds: [], programIds: [] });
    for (const [plans, reason] of [
      ['Gold', '"Gold" is not a plan. Write Active Aging or None.'],
      ['Active Aging: Yoga', '"Yoga" is not a program of Active Aging. Write Balance or Gentle movement.'],
    ] as const) {
      const { job } = await withPlans(plans);
      expect((await refusedRowsOf(job.id)).map((row) => row.reason)).toEqual([reason]);
    }
  });

  it('returns failed rows with their corrections and never a full account number', async () => {
    const job = await imported([
      ',Pier,,1 A St,Duluth,MN,55802,,,,,,,,,,',
      '8002,,,1 A St,Duluth,MN,55802,,,,,,,,,,',
      '8003,Pier,Sauna,1 A St,Duluth,MN,55802,,,,,,,,,,',
      '8004,Pier,,1 A St,Duluth,Minesota,55802,,,,,,,,,,',
      '8005,Pier,,1 A St,Duluth,WI,55802,,,,,,,,,,',
      '8006,Pier,,1 A St,Nowhereville,MN,00000,,,,,,,,,,',
      '8007,Pier,,1 A St,Duluth,MN,55802,,maybe,,,,,,,,',
      '8008,Pier,,1 A St,Duluth,MN,55802,,,,,,,,091000018,123456789,Checking',
      '8009,Pier,,1 A St,Duluth,MN,55802,,,,,,,,091000019,123456789,',
      '8010,Pier,,1 A St,Duluth,MN,55802,AF-LONG-NUMBER-OF-CHAIN,,,,,,,,,,',
      '8011,Pier,,1 A St,Duluth,MN,55802,,,,,,,,,,',
      '8011,Pier,,1 A St,Duluth,MN,55802,,,,,,,,,,',
      '8012,Pier,,1 A St,New Haven,CT,6510,,,,,,,,,,',
    ]);
    expect(job.tally).toMatchObject({ added: 3, failed: 10 });
    const rows = await refusedRowsOf(job.id);
    expect(rows.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
      '2 Facility ID is missing. Write the number of the club.',
      '3 Name is required.',
      '5 "Minesota" is not a state. Write its code, such as MN.',
      '6 ZIP code 55802 is in Duluth, MN, not in WI. Correct the ZIP code or the state.',
      '7 Nowhereville, MN 00000 was not found. Correct the city or the ZIP code, or add Latitude and Longitude.',
      '8 "maybe" is not a Pay Per Visit mark. Write Yes or No.',
      '9 The Routing Number field is invalid. Check it with the club, or leave the account out.',
      '10 Account Type is missing. Write Checking or Savings.',
      '11 AF Number has 23 characters. Write at most 20.',
      '13 Facility ID 8011 is in the file more than once, first in line 12. Keep one of the rows.',
    ]);
    expect(JSON.stringify(rows)).not.toContain('123456789');
    expect((await loadFacility('8012')).zipCode).toBe('06510');
    const file = await call(facilities.failedClubs, world.admin, { params: { jobId: job.id } });
    const sheet = await readSheet(file.bytes, 'failed.xlsx', { maxBytes: 1e6, tooLarge: '' });
    expect(sheet.rows[6]?.cells).toMatchObject({ 'Account Number': 'xxxxx6789' });
    const stored = await getFile('files', `club-imports/${job.id}/0.json`);
    expect(Buffer.from(stored ?? []).toString()).not.toContain('123456789');
  });

  it('omits descriptive cells that are not understood, with a note, and adds the facility', async () => {
    const job = await imported([
      '8501,Pier,Sauna,1 A St,Duluth,Minn.,55802-1234,,,,(218) 555-0100 ext. 4,pier,46.7,,,,',
      '8502,Pier,n/a,1 A St,Duluth,minnesota,MN 55802,n/a,n/a,n/a,n/a,n/a,abc,n/a,,,n/a',
      'Total: 2,,,,,,,,,,,,,,,,',
    ]);
    expect(job.tally).toMatchObject({ added: 2, failed: 0 });
    expect(await loadFacility('8501')).toMatchObject({
      state: 'MN',
      zipCode: '55802',
      contactNumber: '(218) 555-0100',
      website: '',
      facilityLocationType: 0,
      latitude: expect.closeTo(46.7, 0),
    });
    expect(await loadFacility('8502')).toMatchObject({ state: 'MN', zipCode: '55802', contactNumber: '' });
    const { body } = await call(jobs.get, world.admin, { params: { jobId: job.id } });
    expect(body.result.notes).toEqual([
      'Ignored total row: line 4 (Total: 2).',
      'Line 2: Phone “(218) 555-0100 ext. 4” was read as (218) 555-0100.',
      'Line 2: Latitude “46.7” was omitted.',
      'Line 2: Type “Sauna” was omitted.',
      'Line 2: Website “pier” was omitted.',
      'Line 3: Latitude “abc” was omitted.',
      ...[
        'Type',
        'AF Number',
        'Pay Per Visit',
        'Status',
        'Phone',
        'Website',
        'Longitude',
        'Account Type',
      ].map((title) => `Line 3: ${title} “n/a” was omitted.`),
    ]);
  });

  it('reads a workbook and rejects a file without facilities', async () => {
    const bytes = await writeSheet({
      sheetName: 'Clubs',
      columns: ['Facility ID', 'Name', 'Address', 'City', 'State', 'ZIP'].map((title) => ({
        title,
        kind: 'text' as const,
      })),
      rows: [['8100', '=HYPERLINK("x")', '1 A St', 'Duluth', 'MN', '55802']],
    });
    const send = (name: string, body: Uint8Array) =>
      call(facilities.importClubs, world.admin, { files: { file: { name, bytes: body } } });
    const begun = await send('clubs.xlsx', bytes);
    expect((await runJob(begun.body.jobId)).tally).toMatchObject({ added: 1 });
    expect((await send('clubs.pdf', Buffer.from('x'))).status).toBe(422);
    expect((await send('clubs.csv', Buffer.from('Name\nPier'))).body.message).toContain(
      '"Facility ID" is missing',
    );
    expect((await send('clubs.csv', Buffer.from(header))).body.message).toBe(
      'The file contains no facilities.',
    );
  });

  it('rejects any malformed file or its rows with a message, and adds no facility', async () => {
    const row = '8401,Odd Gym,1 A Street,Duluth,MN,55802';
    const short = 'Facility ID,Name,Address,City,State,ZIP';
    const shapes: [string, string | Uint8Array][] = [
      ['clubs.csv', ''],
      ['clubs.csv', '\n\n\n'],
      ['clubs.csv', Buffer.from([0xff, 0xfe, 0, 0, 0x80, 0x81])],
      ['clubs.csv', `${short},ZIP\n${row},55802`],
      ['clubs.csv', `${short}\n"8401,Odd Gym,1 A Street`],
      ['clubs.csv', `${short}\n8401,${'x'.repeat(5000)},1 A Street,Duluth,MN,55802`],
      ['clubs.csv', `${short}\n8401,\u0000,1 A Street,Duluth,MN,55802`],
      ['clubs.csv', `${short}\n../../8401,Odd,1 A Street,Duluth,MN,55802`],
      ['clubs.csv', `${short}\n8401;Odd Gym;1 A Street;Duluth;MN;55802`],
      ['clubs.xlsx', Buffer.from('PK\u0003\u0004 no workbook')],
      ['clubs.xlsx', `${short}\n${row}`],
      ['clubs.xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0])],
    ];
    for (const [name, content] of shapes) {
      const { status, body } = await call(facilities.importClubs, world.admin, {
        files: { file: { name, bytes: Buffer.from(content) } },
      });
      const said = JSON.stringify([name, String(content).slice(0, 60), status, body]);
      if (status === 200) {
        const job = await runJob(body.jobId);
        expect([job.status, job.tally.added], said).toEqual(['done', 0]);
        expect((await refusedRowsOf(job.id)).length, said).toBeGreaterThan(0);
      } else {
        expect([400, 422], said).toContain(status);
        expect(body.message, said).toMatch(/[.?]/);
      }
    }
    await expect(loadFacility('8401')).rejects.toThrow();
  });

  it('adds each facility once after a crash at any write', { timeout: 180_000 }, async () => {
    const lines = Array.from({ length: 12 }, (_, at) =>
      good.replaceAll('8001', String(8200 + at)).replace('123456789', `77665${at + 100}`),
    );
    const job = await runDying(await begin(lines), [s3]);
    expect(job.tally).toMatchObject({ added: 12, changed: 0, kept: 0, failed: 0 });
    for (let at = 0; at < 12; at++) expect((await loadFacility(String(8200 + at))).version).toBe(1);
  });
});

const form = {
  name: 'Pier Club',
  facilityLocationType: '0',
  address1: '1 A Street',
  city: 'Duluth',
  state: 'MN',
  zipCode: '55802',
  latitude: '46.78',
  longitude: '-92.1',
  afNumber: 'AF8001',
  isPpv: false,
};
const save = async (more: Record<string, unknown>, version?: number) =>
  call(facilities.save, world.admin, {
    params: { facilityId: '8001' },
    body: { ...form, version: version ?? (await loadFacility('8001')).version, ...more },
  });

describe('a facility', () => {
  it('is put on hold until a day and is active again on that day', async () => {
    expect((await save({ enrollmentStatus: '2', statusUntil: '2026-11-20' })).body.fields).toEqual({
      statusUntil: 'Enter a day after today.',
    });
    expect((await save({ enrollmentStatus: '2', statusUntil: '2026-12-01' })).status).toBe(200);
    expect(await loadFacility('8001')).toMatchObject({ enrollmentStatus: 2, statusSince: '2026-11-20' });
    await everyDay({ time: '2026-11-30T07:00:00Z' });
    expect((await loadFacility('8001')).enrollmentStatus).toBe(2);
    await everyDay({ time: '2026-12-01T07:00:00Z' });
    await everyDay({ time: '2026-12-01T07:00:00Z' });
    expect(await loadFacility('8001')).toMatchObject({ enrollmentStatus: 1, statusUntil: null });
  });

  it('requires a date when it is closing and accepts no members once it is closed', async () => {
    expect((await save({ enrollmentStatus: '3' })).body.fields).toEqual({
      statusUntil: 'Enter the first day on which the facility is closed.',
    });
    expect((await save({ enrollmentStatus: '3', statusUntil: '2026-12-31' })).status).toBe(200);
    await everyDay({ time: '2027-01-01T07:00:00Z' });
    expect(await loadFacility('8001')).toMatchObject({ enrollmentStatus: 2, statusSince: '2026-12-31' });
  });

  it('is saved by one of two administrators and reports a conflict to the other', async () => {
    const { version } = await loadFacility('8001');
    expect((await save({ enrollmentStatus: '1' }, version)).status).toBe(200);
    const late = await save({ enrollmentStatus: '1' }, version);
    expect([late.status, late.body.message]).toEqual([
      409,
      'Someone else changed this facility. Reload and try again.',
    ]);
  });

  it('shows its account masked, and in full after a logged reason', async () => {
    const { body } = await call(facilities.details, world.admin, { params: { facilityId: '8001' } });
    expect(body.bankAccount.accountNumber).toBe('xxxxx6789');
    const { payeeToken } = body.bankAccount;
    const look = (reason: string, token = payeeToken) =>
      call(facilities.bankAccountDetails, world.admin, { query: { payeeToken: token, reason } });
    expect((await look('short')).status).toBe(400);
    expect((await look('The club asked where it goes')).body.accountNumber).toBe('123456789');
    expect((await look('A look at a partner', 'payee-partner-1')).status).toBe(404);
    const looks = (await audited('facility 8001')).filter(
      ({ name }) => name === 'bank account shown in full',
    );
    expect(looks).toMatchObject([{ after: { reason: 'The club asked where it goes', lastFour: '6789' } }]);
    expect(
      (await call(facilities.details, world.facilityManager, { params: { facilityId: '8001' } })).status,
    ).toBe(403);
  });
});

it('emails the managers of a facility whose deposit account a file replaces', async () => {
  const line = good.replaceAll('8001', '8050').replace('Pier Gym', 'Quay Studio');
  await imported([line]);
  const manager = await createUser({ role: 'facilityManager', facilityId: '8050' });
  const jobId = await begin([line.replace('123456789', '123456700')]);
  await runJob(jobId);
  await runJob(`${jobId}-account-8050`);
  const emails = await emailsTo(manager.email);
  expect(emails.map(({ subject }) => subject)).toEqual(['A new bank account for Quay Studio']);
  expect(emails[0]?.body.text).toContain('It ends in 6700.');
});
