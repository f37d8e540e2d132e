import { beforeAll, describe, expect, it } from 'vitest';
import { loadMember } from '../../functions/members/store.ts';
import { readSheet } from '../../functions/platform/sheets/read-sheet.ts';
import { refusedRowsOf, saveJob } from '../../functions/jobs/store.ts';
import { approvals } from '../../shared/contracts/approvals.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { jobs } from '../../shared/contracts/jobs.ts';
import { partners } from '../../shared/contracts/partners.ts';
import { pageSize } from '../../shared/page.ts';
import type { User } from '../../functions/users/user.ts';
import { differsByLetter, suggestionFor, wrongFieldsOf } from '../../shared/employees/suggestions.ts';
import { call } from '../support/call.ts';
import { runJob } from '../support/jobs.ts';
import { emailsTo } from '../support/mailbox.ts';
import { createUser } from '../users/person.ts';
import { makeWorld, type World } from '../support/world.ts';
import { freshPartner, rosterOf, workbookOf } from './people.ts';

const fields = { firstName: 'Ann', lastName: 'Lund', email: 'ann@x.test', phone: '', dateOfBirth: '' };
const mailReason = 'Email is not valid. Write it as name@example.com.';
const dateReason = 'Date of Birth is not valid. Write it as MM/DD/YYYY, in the past.';

describe('suggestion', () => {
  it.each([
    ['ann@gmail,com', 'ann@gmail.com'],
    ['ann@gmailcom', 'ann@gmail.com'],
    ['ann@northlake,example', 'ann@northlake.example'],
    ['ann@elsewhere,test', undefined],
  ])('corrects the domain of %s', (email, fixed) => {
    const found = suggestionFor({ ...fields, email }, mailReason, ['northlake.example']);
    expect(found?.fields.email).toBe(fixed);
  });

  it('swaps a name and an email in each other’s columns', () => {
    const found = suggestionFor({ ...fields, lastName: 'ann@x.test', email: 'Lund' }, mailReason);
    expect(found).toMatchObject({ kind: 'swapped', fields: { lastName: 'Lund', email: 'ann@x.test' } });
  });

  it.each([
    ['31/01/1990', '01/31/1990'],
    ['31.1.1990', '01/31/1990'],
    ['1990/12/31', '12/31/1990'],
    ['05.04.1990', undefined],
    ['40/01/1990', undefined],
  ])('reorders the date %s', (dateOfBirth, fixed) => {
    expect(suggestionFor({ ...fields, dateOfBirth }, dateReason)?.fields.dateOfBirth).toBe(fixed);
  });

  it.each([
    ['First Name is required. Email is not valid. Write it as name@example.com.', ['firstName', 'email']],
    ['This email is in the file more than once, first in line 3.', ['email']],
    ['Phone is not valid. Write it as (612) 555-0100.', ['phone']],
    ['All 40 memberships are in use.', []],
  ])('marks the cells of “%s”', (reason, wrong) => {
    expect(wrongFieldsOf(reason)).toEqual(wrong);
  });

  it('is limited to its reasons and to one different letter', () => {
    expect(suggestionFor({ ...fields, email: 'ann@gmail,com' }, 'Last Name is required.')).toBeUndefined();
    expect(differsByLetter('gmial.com', 'gmail.com')).toBe(true);
    expect(differsByLetter('gmail.com', 'gmail.com')).toBe(false);
    expect(differsByLetter('gnial.com', 'gmail.com')).toBe(false);
  });
});

describe('corrected rows', () => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld();
  });

  it('are validated like the file, and invalid rows are returned', async () => {
    const partnerId = await freshPartner();
    const file = await workbookOf([
      ['Ann', 'Lund', 'ann@gmail,com'],
      ['Bo', '', 'bo@fix.test'],
      ['Cy', 'Moe', 'cy@fix.test'],
    ]);
    const begun = await call(employees.upload, world.admin, { body: { partnerId }, files: { file } });
    await runJob(begun.body.jobId);
    const refused = await refusedRowsOf(begun.body.jobId);
    expect(refused.map(({ line }) => line)).toEqual([2, 3]);
    const rows = [
      { ...fields, line: 2, email: 'ann@gmail.com' },
      { ...fields, line: 3, firstName: 'Bo', lastName: '', email: 'cy@fix.test' },
    ];
    const fixed = await call(employees.fixRows, world.admin, {
      params: { jobId: begun.body.jobId },
      body: { rows },
    });
    const job = await runJob(fixed.body.jobId);
    expect(job.tally).toMatchObject({ fileName: 'people.xlsx', uploaded: 1, failed: 1 });
    expect((await refusedRowsOf(job.id)).map(({ line, reason }) => [line, reason])).toEqual([
      [3, 'Last Name is required.'],
    ]);
    const history = (as = world.admin) => call(employees.uploads, as, { query: { partnerID: partnerId } });
    expect((await history()).body.items).toMatchObject([
      { jobId: job.id, who: 'Ada Okafor', fileName: 'people.xlsx', uploaded: 1, failed: 1, toFix: 1 },
      { jobId: begun.body.jobId, who: 'Ada Okafor', status: 'done', uploaded: 1, failed: 2, toFix: 0 },
    ]);
    expect((await history(world.own.manager)).status).toBe(403);
    const look = (jobId: string) => call(jobs.get, world.own.manager, { params: { jobId } });
    expect((await look(job.id)).status).toBe(403);
    expect((await look('upload-of-own-partner')).status).toBe(200);
    expect(
      (await rosterOf(world, partnerId, { sortBy: 'memberEmail' })).map(({ memberEmail }) => memberEmail),
    ).toEqual(['ann@gmail.com', 'cy@fix.test']);
  });

  describe('partly corrected rows', () => {
    const wrongRows = Array.from({ length: 9 }, (_, index) => ['Ann', `Lund ${index}`, `ann-${index}@`]);
    const fixed = (line: number) => ({ ...fields, line, email: `fixed-${line}@fix.test` });
    const begin = async () => {
      const partnerId = await freshPartner();
      const file = await workbookOf(wrongRows);
      const begun = await call(employees.upload, world.admin, { body: { partnerId }, files: { file } });
      return { partnerId, first: (await runJob(begun.body.jobId)).id };
    };
    const fix = (jobId: string, lines: readonly number[]) =>
      call(employees.fixRows, world.admin, { params: { jobId }, body: { rows: lines.map(fixed) } });
    const linesOf = async (jobId: string) => (await refusedRowsOf(jobId)).map(({ line }) => line);

    it('remain failed in the next upload until each is fixed', async () => {
      const { partnerId, first } = await begin();
      const second = await runJob((await fix(first, [3, 5, 9])).body.jobId);
      expect(second.tally).toMatchObject({ uploaded: 3, failed: 6 });
      expect(await linesOf(second.id)).toEqual([2, 4, 6, 7, 8, 10]);
      const [refusedRow] = await refusedRowsOf(second.id);
      expect(refusedRow).toMatchObject({
        reason: mailReason,
        cells: { 'Last Name': 'Lund 0', Email: 'ann-0@' },
      });
      const { bytes } = await call(employees.failedUploads, world.admin, { params: { jobId: second.id } });
      const { rows } = await readSheet(bytes, 'a.xlsx', { maxBytes: 25_600, tooLarge: '' });
      expect(rows).toHaveLength(6);
      const third = await runJob((await fix(second.id, [2, 4, 6, 7, 8, 10])).body.jobId);
      expect(third.tally).toMatchObject({ uploaded: 6, failed: 0 });
      expect(await rosterOf(world, partnerId)).toHaveLength(9);
    });

    it('are transferred to one upload only, and to another if that one fails', async () => {
      const { first } = await begin();
      const both = await Promise.all([fix(first, [3]), fix(first, [5])]);
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
      const won = both.find(({ status }) => status === 200)?.body.jobId ?? '';
      expect((await call(jobs.get, world.admin, { params: { jobId: first } })).body.result.continuedIn).toBe(
        won,
      );
      expect((await fix(first, [7])).status).toBe(409);
      const job = await runJob(won);
      await saveJob(job, { ...job, status: 'failed' });
      expect((await fix(first, [7])).status).toBe(200);
    });
  });

  describe('discarded rows', () => {
    const uploadOf = async (by: User, partnerId: string) => {
      const file = await workbookOf([
        ['Ann', 'Lund', 'ann@'],
        ['Bo', 'Oak', 'bo@fix.test'],
        ['Bo', 'Oak', 'bo@fix.test'],
      ]);
      const begun = await call(employees.upload, by, { body: { partnerId }, files: { file } });
      return (await runJob(begun.body.jobId)).id;
    };
    const managersOf = async (partnerId: string): Promise<[User, User]> => [
      await createUser({ role: 'partnerManager', partnerId }),
      await createUser({ role: 'partnerManager', partnerId }),
    ];
    const discard = (jobId: string, by: User) => call(employees.discardRows, by, { params: { jobId } });
    const fix = (jobId: string, by: User) =>
      call(employees.fixRows, by, { params: { jobId }, body: { rows: [{ ...fields, line: 2 }] } });
    const tasksOf = async (user: User) =>
      (await call(approvals.list, user)).body.items.map(({ title }: { title: string }) => title);
    const resultOf = async (jobId: string) =>
      (await call(jobs.get, world.admin, { params: { jobId } })).body.result;

    it('are no task, cannot be fixed, and remain in the download; the uploader gets an email', async () => {
      const partnerId = await freshPartner();
      const [uploader, colleague] = await managersOf(partnerId);
      const jobId = await uploadOf(uploader, partnerId);
      expect(await resultOf(jobId)).toMatchObject({ uploaded: 1, failed: 2, toFix: 1 });
      expect(await tasksOf(colleague)).toEqual(['Fix 1 row of people.xlsx']);
      expect((await discard(jobId, colleague)).status).toBe(200);
      expect([await tasksOf(uploader), await tasksOf(colleague)]).toEqual([[], []]);
      const again = [await discard(jobId, uploader), await fix(jobId, uploader)];
      expect(again.map(({ status }) => status)).toEqual([409, 409]);
      expect(await resultOf(jobId)).toMatchObject({ discardedAt: expect.any(String) });
      expect(await rosterOf(world, partnerId)).toHaveLength(1);
      const { bytes } = await call(employees.failedUploads, uploader, { params: { jobId } });
      const { rows } = await readSheet(bytes, 'a.xlsx', { maxBytes: 25_600, tooLarge: '' });
      expect(rows).toHaveLength(2);
      expect((await emailsTo(uploader.email)).map(({ subject }) => subject)).toEqual([
        '1 row of people.xlsx was discarded',
      ]);
      expect(await emailsTo(colleague.email)).toEqual([]);
      const { body } = await call(partners.activity, uploader, { params: { partnerID: partnerId } });
      expect(body.items).toContainEqual(expect.objectContaining({ text: 'Discarded 1 row of people.xlsx' }));
    });

    it('are either fixed or discarded', async () => {
      const partnerId = await freshPartner();
      const [uploader, colleague] = await managersOf(partnerId);
      const jobId = await uploadOf(uploader, partnerId);
      const both = await Promise.all([fix(jobId, uploader), discard(jobId, colleague)]);
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
      const lost = both.find(({ status }) => status === 409);
      expect(lost?.body.message).not.toContain('worker');
    });

    it('wait until the upload is done', async () => {
      const partnerId = await freshPartner();
      const [uploader] = await managersOf(partnerId);
      const file = await workbookOf([['Ann', 'Lund', 'ann@']]);
      const begun = await call(employees.upload, uploader, { body: { partnerId }, files: { file } });
      expect((await discard(begun.body.jobId, uploader)).status).toBe(409);
    });
  });

  it('are a task after many later uploads', async () => {
    const partnerId = await freshPartner();
    const manager = await createUser({ role: 'partnerManager', partnerId });
    const upload = async (row: readonly string[]) => {
      const file = await workbookOf([row]);
      await runJob(
        (await call(employees.upload, manager, { body: { partnerId }, files: { file } })).body.jobId,
      );
    };
    await upload(['Ann', 'Lund', 'ann@']);
    for (let index = 0; index < pageSize; index++) await upload(['Bo', 'Oak', `bo-${index}@later.test`]);
    const { items } = (await call(approvals.list, manager)).body;
    expect(items).toMatchObject([{ title: 'Fix 1 row of people.xlsx' }]);
  });

  it('keep profile details, which can be corrected as well', async () => {
    const partnerId = await freshPartner();
    const titles = ['First Name', 'Last Name', 'Email', 'City', 'ZIP Code'];
    const file = await workbookOf([['Ann', 'Lund', 'ann@', 'Duluth', '55']], titles);
    const begun = await call(employees.upload, world.admin, { body: { partnerId }, files: { file } });
    await runJob(begun.body.jobId);
    const [refused] = await refusedRowsOf(begun.body.jobId);
    expect(refused).toMatchObject({ cells: { City: 'Duluth', 'ZIP Code': '55' } });
    const fixed = { ...fields, line: 2, email: 'ann@detail.test', city: 'Duluth', zipCode: '55802' };
    const again = await call(employees.fixRows, world.admin, {
      params: { jobId: begun.body.jobId },
      body: { rows: [fixed] },
    });
    await runJob(again.body.jobId);
    const [added] = await rosterOf(world, partnerId);
    expect(await loadMember(String(added?.memberId))).toMatchObject({ city: 'Duluth', zipCode: '55802' });
  });
});
