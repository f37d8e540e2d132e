import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { monthlyVisits } from '../../functions/visits/store.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { paymentChange } from '../../functions/payments/store.ts';
import { refusedRowsOf } from '../../functions/jobs/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { readSheet } from '../../functions/platform/sheets/read-sheet.ts';
import { writeSheet } from '../../functions/platform/sheets/write-sheet.ts';
import { visits } from '../../shared/contracts/visits.ts';
import { moveMember } from '../../shared/members/membership-status.ts';
import { readCheckInDate, readCheckInTime } from '../../shared/visits/check-in.ts';
import { addFacilities, addMembers } from '../payments/facilities.ts';
import { somePayment } from '../payments/some-payment.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { crashAtWrite } from '../support/faults.ts';
import { runJob } from '../support/jobs.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();
beforeAll(async () => {
  await addFacilities(['7000', '7001']);
  await addMembers(
    '1',
    Array.from({ length: 70 }, (_, n) => ({ id: `V${n}`, facilityId: '7000' })),
  );
});
beforeEach(() => setClock('2026-11-20T16:00:00Z'));
resetClockAfterEach();

const begin = async (lines: string[], name = 'visits.csv'): Promise<string> => {
  const bytes = Buffer.from(['Key Fob,Member ID,Email,Club ID,Date,Time', ...lines].join('\n'));
  const begun = await call(visits.importCheckIns, world.admin, { files: { file: { name, bytes } } });
  expect(begun.status, JSON.stringify(begun.body)).toBe(200);
  return begun.body.jobId;
};
const imported = async (lines: string[]) => runJob(await begin(lines));
interface LogRow {
  memberId: string;
  date: string;
  explanation: string;
}
const log = async (query: Record<string, string>) =>
  (await call(visits.list, world.admin, { query: { partnerID: '1', ...query } })).body;

describe('an import of check-ins', () => {
  it('counts a member once a day at whatever club, keeps what comes second, and takes a file twice without effect', async () => {
    const lines = [
      'AB0011,,,4100,10/05/2026,18:05',
      'ab0011,,,4100,2026-10-05,6:30 PM',
      ',M11,,7000,10/05/2026,',
      ',,m11@people.test,4100,10/06/26,07:00',
    ];
    expect((await imported(lines)).tally).toMatchObject({ uploaded: 2, notCounted: 2, kept: 0, failed: 0 });
    expect((await imported(lines)).tally).toMatchObject({ uploaded: 0, notCounted: 1, kept: 3, failed: 0 });
    expect((await monthlyVisits(['M11'], '202610')).get('M11')).toBe(2);
    const shown = await log({ periodID: '202610', sortBy: 'date' });
    expect(shown).toMatchObject({
      totalCount: 3,
      items: [
        {
          date: '2026-10-05',
          facilityIDNumber: '7000',
          counted: false,
          explanation: 'Same day, not counted',
        },
        { time: '18:05', counted: true, explanation: 'Counted' },
        { date: '2026-10-06', counted: true },
      ],
    });
    const file = await call(visits.download, world.admin, {
      query: { partnerID: '1', usagePeriodID: '202610' },
    });
    const sheet = await readSheet(file.bytes, 'visits.xlsx', { maxBytes: 1e6, tooLarge: '' });
    expect(
      sheet.rows.map(({ cells }) => String(cells.Counted)).toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(['Counted', 'Counted', 'Same day, not counted']);
  });

  it('counts one of two clubs that report the same day at the same moment', async () => {
    const jobs = await Promise.all(
      ['4100', '7001'].map((facility) => begin([`,M11,,${facility},10/14/2026,`])),
    );
    const tallies = await Promise.all(jobs.map(runJob));
    const sum = (of: 'uploaded' | 'notCounted') =>
      tallies.reduce((total, { tally }) => total + (tally[of] ?? 0), 0);
    expect([sum('uploaded'), sum('notCounted')]).toEqual([1, 1]);
    expect((await monthlyVisits(['M11'], '202610')).get('M11')).toBe(3);
  });

  it('keeps what is outside the enrollment or on hold, with the reason', async () => {
    await addMembers('1', [{ id: 'left', facilityId: '7000' }], {
      invitationStatus: 8,
      leavingOn: '2026-11-03',
      holds: [{ from: '2026-10-05', to: '2026-10-07' }],
    });
    const days = ['09/04', '09/05', '10/04', '10/05', '10/06', '10/07', '11/02', '11/03'];
    const job = await imported([...days.map((day) => `,left,,7000,${day}/2026,`), ',M12,,4100,10/05/2026,']);
    expect(job.tally).toMatchObject({ uploaded: 4, notCounted: 5, failed: 0 });
    const rows = (
      await Promise.all(['202609', '202610', '202611'].map((periodID) => log({ periodID })))
    ).flatMap(({ items }): LogRow[] => items);
    const shown = (id: string) =>
      rows
        .filter(({ memberId }) => memberId === id)
        .map(({ date, explanation }) => `${date} ${explanation}`)
        .toSorted();
    expect(shown('left')).toEqual([
      '2026-09-04 Before the enrollment, not counted',
      '2026-09-05 Counted',
      '2026-10-04 Counted',
      '2026-10-05 On hold, not counted',
      '2026-10-06 On hold, not counted',
      '2026-10-07 Counted',
      '2026-11-02 Counted',
      '2026-11-03 After the enrollment, not counted',
    ]);
    expect(shown('M12')).toEqual(['2026-10-05 Not enrolled, not counted']);
  });

  it('counts the visits of a member who waits for the first dues from the first day, once those are sent', async () => {
    await addMembers('1', [{ id: 'waits', facilityId: '7000' }], {
      invitationStatus: 3,
      activatedOn: null,
      startsOn: '2026-10-05',
    });
    const job = await imported([',waits,,7000,10/04/2026,', ',waits,,7000,10/05/2026,']);
    expect(job.tally).toMatchObject({ uploaded: 1, notCounted: 1, failed: 0 });
    const explained = async () => {
      const { items }: { items: LogRow[] } = await log({ periodID: '202610', pageSize: '100' });
      return items.filter(({ memberId }) => memberId === 'waits').map(({ explanation }) => explanation);
    };
    expect(await explained()).toEqual([
      'Before the enrollment, not counted',
      'Counts when the first dues are sent',
    ]);
    const member = await loadMember('waits');
    await transact(...memberChange(member, moveMember(member, 'submitFirstDues', {})));
    expect(await explained()).toEqual(['Before the enrollment, not counted', 'Counted']);
    expect((await monthlyVisits(['waits'], '202610')).get('waits')).toBe(1);
  });

  it('refuses what it cannot take, with the line, the reason and the cells', async () => {
    const job = await imported([
      'FFFFFF,,,4100,10/05/2026,',
      ',nobody,,4100,10/05/2026,',
      ',,,4100,10/05/2026,',
      'AB0011,,,9999,10/05/2026,',
      'AB0011,,,4100,11/21/2026,',
      'AB0011,,,4100,02/30/2026,',
      'AB0011,,,4100,10/07/2026,25:00',
      'AB0011,,,4100,10/08/2026,',
    ]);
    expect(job.tally).toMatchObject({
      uploaded: 2,
      failed: 6,
      skippedTimes: 1,
      note: 'Line 8: "25:00" is not a time. Write it as HH:MM.',
    });
    expect(job.message).toBe(
      'The check-ins are imported, except 6 rows that failed. 1 time could not be read. Line 8: "25:00" is not a time. Write it as HH:MM.',
    );
    const rows = await refusedRowsOf(job.id);
    expect(rows.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
      '2 There is no member with key fob FFFFFF.',
      '3 There is no member with the ID nobody.',
      '4 A key fob, a member ID or an email address is missing.',
      '5 There is no club with the ID 9999.',
      '6 11/21/2026 is in the future.',
      '7 "02/30/2026" is not a date. Write it as MM/DD/YYYY.',
    ]);
    const file = await call(visits.failedCheckIns, world.admin, { params: { jobId: job.id } });
    const sheet = await readSheet(file.bytes, 'failed.xlsx', { maxBytes: 1e6, tooLarge: '' });
    expect(sheet.rows).toHaveLength(6);
    expect(sheet.rows[3]?.cells).toMatchObject({ 'Key Fob': 'AB0011', 'Club ID': '9999' });
  });

  it('counts the month by day and members by visits, however the imports meet', async () => {
    await addMembers('1', [{ id: 'T1', facilityId: '7000' }], { firstName: 'Tom', lastName: 'Zander' });
    await addMembers('1', [{ id: 'T2', facilityId: '7000' }], { firstName: 'Zan', lastName: 'Oak' });
    const summary = async () =>
      (
        await call(visits.summary, world.admin, {
          query: { partnerID: '1', periodID: '202610' },
        })
      ).body;
    const before = await summary();
    const first = await begin([',T1,,7000,10/20/2026,', ',T1,,7000,10/21/2026,', ',T2,,7000,10/21/2026,']);
    const second = await begin([',T1,,7000,10/22/2026,', ',T1,,7000,10/21/2026,']);
    await Promise.all([runJob(first), runJob(second)]);
    const after = await summary();
    const dayOf = (of: typeof before, day: number) => of.days[day - 1].visits;
    expect([20, 21, 22].map((day) => dayOf(after, day) - dayOf(before, day))).toEqual([1, 2, 1]);
    const often = (of: typeof before, times: number) =>
      of.membersByVisits.find((membersByVisit: { visits: number }) => membersByVisit.visits === times)
        ?.members ?? 0;
    expect([1, 2, 3].map((times) => often(after, times) - often(before, times))).toEqual([1, 0, 1]);
    expect(after.visits - before.visits).toBe(4);
    expect(after.members - before.members).toBe(2);
    const names = async (filter: string) =>
      (await log({ periodID: '202610', filter })).items.map(
        (item: { memberName: string }) => item.memberName,
      );
    expect(await names('ZAN')).toEqual(['Zan Oak', ...Array.from({ length: 3 }, () => 'Tom Zander')]);
    const file = await call(visits.download, world.own.manager, {
      query: { partnerID: '1', usagePeriodID: '202610', filter: 'zan' },
    });
    const sheet = await readSheet(file.bytes, 'visits.xlsx', { maxBytes: 1e6, tooLarge: '' });
    expect(new Set(sheet.rows.map(({ cells }) => cells.Member))).toEqual(new Set(['Zan Oak', 'Tom Zander']));
  });

  it('accepts visits of a closed month after its payments were sent', async () => {
    const late = (day: string) => [`AB0011,,,4100,09/${day}/2026,`];
    const sent = somePayment({ id: 'P-1-4-1-202609', periodId: '202609', status: 2 });
    await transact(...paymentChange(null, sent));
    expect((await imported(late('10'))).tally).toMatchObject({ uploaded: 1, failed: 0 });
    expect((await imported(late('10'))).tally).toMatchObject({ failed: 0, kept: 1 });
    expect((await monthlyVisits(['M11'], '202609')).get('M11')).toBe(1);
  });

  it('reads a workbook with dates as dates', async () => {
    const bytes = await writeSheet({
      sheetName: 'Visits',
      columns: [
        { title: 'Fob', kind: 'text' },
        { title: 'Club', kind: 'text' },
        { title: 'Visit date', kind: 'date' },
      ],
      rows: [['AB0011', '4100', '2026-11-01']],
    });
    const begun = await call(visits.importCheckIns, world.admin, {
      files: { file: { name: 'v.xlsx', bytes } },
    });
    expect((await runJob(begun.body.jobId)).tally).toMatchObject({ uploaded: 1 });
  });

  it('names the dates of failed rows in one way, from a workbook as from a csv', async () => {
    const dates = async (jobId: string) =>
      (await refusedRowsOf((await runJob(jobId)).id)).map(({ cells }) => cells.Date);
    const bytes = await writeSheet({
      sheetName: 'Visits',
      columns: [
        { title: 'Fob', kind: 'text' },
        { title: 'Club', kind: 'text' },
        { title: 'Visit date', kind: 'date' },
      ],
      rows: [['FFFFFF', '4100', '2026-11-02']],
    });
    const files = { file: { name: 'v.xlsx', bytes } };
    const begun = await call(visits.importCheckIns, world.admin, { files });
    expect(await dates(begun.body.jobId)).toEqual(['11/02/2026']);
    const written = ['11/02/2026', '2026-11-02'].map((date) => `FFFFFF,,,4100,${date},`);
    expect(await dates(await begin(written))).toEqual(['11/02/2026', '11/02/2026']);
  });

  it('reports the fault of an invalid file', async () => {
    const send = (name: string, text: string) =>
      call(visits.importCheckIns, world.admin, { files: { file: { name, bytes: Buffer.from(text) } } });
    expect((await send('v.pdf', 'x')).body.message).toContain('.csv or .xlsx');
    expect((await send('v.csv', 'Fob,Date\nA,10/05/2026')).body.message).toContain('"Club ID" is missing');
    expect((await send('v.csv', 'Fob,Club,Date\n')).body.message).toContain('no check-ins');
  });

  it('counts each visit once, wherever it dies', { timeout: 180_000 }, async () => {
    for (let n = 1, more = true; more; n++) {
      for (const when of ['before', 'after'] as const) {
        const date = `2026-10-${String((when === 'before' ? 8 : 20) + n).padStart(2, '0')}`;
        const jobId = await begin(Array.from({ length: 70 }, (_, at) => `,V${at},,700${at % 2},${date},`));
        const counts = async () => [...(await monthlyVisits(['V0', 'V69'], '202610')).values()];
        const before = await counts();
        const death = crashAtWrite(n, when);
        await runJob(jobId).catch(() => undefined);
        death.revive();
        more = death.writes() >= n;
        expect((await runJob(jobId)).tally).toMatchObject({ uploaded: 70, kept: 0, failed: 0 });
        expect(await counts()).toEqual(before.map((count) => count + 1));
      }
    }
  });

  it(
    'takes two thousand lines in few steps, and more than forty lines in each',
    { timeout: 180_000 },
    async () => {
      const lines = Array.from(
        { length: 2000 },
        (_, at) => `,V${at % 70},,7000,2026-11-${String(1 + (Math.floor(at / 70) % 19)).padStart(2, '0')},`,
      );
      const jobId = await begin(lines);
      const job = await runJob(jobId);
      expect(job.tally).toMatchObject({ uploaded: 1330, kept: 670 });
      // a job's version counts its steps
      expect(job.version).toBeLessThan(2000 / 40);
    },
  );
});

describe('what clubs write', () => {
  it('is read as a date or refused', () => {
    expect(readCheckInDate('10/5/26')).toBe('2026-10-05');
    expect(readCheckInDate('2026-10-05T18:00:00')).toBe('2026-10-05');
    expect(readCheckInDate('5.10.2026')).toBeUndefined();
    expect(readCheckInDate('13/01/2026')).toBeUndefined();
  });

  it('is read as a time of day or refused', () => {
    expect(readCheckInTime('6:05 pm')).toBe('18:05');
    expect(readCheckInTime('12:00 AM')).toBe('00:00');
    expect(readCheckInTime('', '2026-10-05T18:05:30')).toBe('18:05');
    expect(readCheckInTime('')).toBe('');
    expect(readCheckInTime('24:00')).toBe('00:00');
    expect(readCheckInTime('25:00')).toBeUndefined();
    expect(readCheckInTime('13:00 pm')).toBeUndefined();
  });
});
