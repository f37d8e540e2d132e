import { defined } from '../support/defined.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadMember } from '../../functions/members/store.ts';
import { readSheet } from '../../functions/platform/sheets/read-sheet.ts';
import type { User } from '../../functions/users/user.ts';
import { periodName } from '../../shared/calendar.ts';
import { enrollment } from '../../shared/contracts/enrollment.ts';
import { members } from '../../shared/contracts/members.ts';
import { closedPeriods } from '../../shared/periods/period.ts';
import { visits } from '../../shared/contracts/visits.ts';
import { giveConsent } from '../enrollment/consent.ts';
import { signedForm } from '../enrollment/sign.ts';
import { addFacilities, addMembers } from '../payments/facilities.ts';
import { call } from '../support/call.ts';
import { runJob } from '../support/jobs.ts';
import { useWorld, signedAgreementOf } from '../support/world.ts';
import { createUser } from '../users/person.ts';
import { usePortal } from '../web/portal.ts';

const periodId = closedPeriods(new Date())[0] ?? '';
const day = (date: number) => `${periodId.slice(0, 4)}-${periodId.slice(4)}-${String(date).padStart(2, '0')}`;
const versions = { V4: 4, V4B: 4, V5: 5, V1: 1, GONE: 4 } as const;
type Id = keyof typeof versions;
const checkIns: Record<Id, number[]> = { V4: [3, 9, 9, 21], V4B: [4], V5: [5, 11], V1: [6], GONE: [7, 8] };

const world = useWorld();
const portal = usePortal();
let manager: User;
const users = new Map<Id, User>();

beforeAll(async () => {
  await addFacilities(['7000', '7001']);
  for (const [id, version] of Object.entries(versions)) {
    const isGone = id === 'GONE';
    await addMembers('1', [{ id, facilityId: '7000' }], {
      firstName: 'Ida',
      enrolledOn: '2020-01-01',
      activatedOn: '2020-01-01',
      preferredAccessType: 1,
      agreement: { ...signedAgreementOf(id), version },
      ...(isGone && { invitationStatus: 8, leavingOn: day(20) }),
    });
    if (!isGone)
      users.set(id as Id, await createUser({ memberIds: [id], memberPartnerIds: ['1'], firstName: 'Ida' }));
  }
  const lines = Object.entries(checkIns).flatMap(([id, days]) =>
    days.map((date, index) => `,${id},,${index === 2 ? '7001' : '7000'},${day(date)},18:05`),
  );
  const bytes = Buffer.from(['Key Fob,Member ID,Email,Club ID,Date,Time', ...lines].join('\n'));
  const begun = await call(visits.importCheckIns, world.admin, { files: { file: { name: 'v.csv', bytes } } });
  await runJob(begun.body.jobId);
  manager = await createUser({ role: 'partnerManager', partnerId: '1' });
}, 180_000);

interface Row {
  memberId: string;
  date: string | null;
  facilityIDNumber: string | null;
  visitsInMonth: number;
  explanation: string;
}

const page = (query: Record<string, string> = {}, as = manager) =>
  call(visits.list, as, { query: { partnerID: '1', periodID: periodId, ...query } });

async function log(query: Record<string, string> = {}): Promise<{ rows: Row[]; sent: string }> {
  const rows: Row[] = [];
  let sent = '';
  let cursor: string | null = null;
  do {
    const { status, body } = await page({ ...query, ...(cursor !== null && { cursor }) });
    expect(status, JSON.stringify(body)).toBe(200);
    rows.push(...body.items);
    cursor = body.nextCursor;
    sent += JSON.stringify(body);
    if (cursor !== null) sent += Buffer.from(cursor.replace('last:', ''), 'base64url').toString();
  } while (cursor !== null);
  return { rows, sent };
}

const shown = ({ memberId, date, facilityIDNumber, visitsInMonth }: Row) =>
  `${memberId} ${date} ${facilityIDNumber} ${visitsInMonth}`;
const dated = [`V5 ${day(5)} 7000 2`, `V5 ${day(11)} 7000 2`];
const counts = ['GONE null null 2', 'V1 null null 1', 'V4 null null 3', 'V4B null null 1'];

const sheetOf = async (as: User, filter = '') => {
  const query = { partnerID: '1', usagePeriodID: periodId, filter };
  const { bytes } = await call(visits.download, as, { query });
  return readSheet(bytes, 'visits.xlsx', { maxBytes: 1e6, tooLarge: '' });
};

describe('the visit log of an employer', () => {
  it.each([
    ['1', {}],
    ['2', { sortOrder: 'desc' }],
    ['3', { filter: 'lund' }],
    ['1', { filter: 'ida' }],
    ['40', { sortBy: 'memberName' }],
  ])(
    'shows days only of members with an agreement that covers them, in pages of %s with %o',
    async (pageSize, query) => {
      const { rows, sent } = await log({ pageSize, ...query });
      expect(rows.map(shown).toSorted()).toEqual([...counts, ...dated]);
      expect(sent).not.toContain('18:05');
      expect(rows.every((row) => !('time' in row))).toBe(true);
      for (const [id, days] of Object.entries(checkIns))
        if (id !== 'V5') for (const date of days) expect(sent).not.toContain(day(date));
      for (const row of rows.filter(({ memberId }) => memberId !== 'V5'))
        expect(row.explanation).toBe('Count only');
    },
  );

  it('refuses an order that shows when a member came', async () => {
    for (const sortBy of ['date', 'facilityName', 'facilityIDNumber']) {
      const { status, body } = await page({ sortBy });
      expect([status, Object.values(body.fields ?? {})]).toEqual([
        422,
        ['The visit log is sorted by member.'],
      ]);
    }
  });

  it('is downloaded with the same rows and without times', async () => {
    const { rows } = await sheetOf(manager);
    expect(Object.keys(rows[0]?.cells ?? {})).not.toContain('Time');
    const lines = rows.map(({ cells }) => JSON.stringify(cells));
    expect(lines).toHaveLength(6);
    expect(lines.join()).not.toContain('18:05');
    const old = rows.filter(({ cells }) => cells.Counted === 'Count only');
    expect(old.map(({ cells }) => Number(cells['Visits in month'])).toSorted((a, b) => a - b)).toEqual([
      1, 1, 2, 3,
    ]);
    for (const { cells } of old) expect([cells['Visit date'], cells.Facility]).toEqual(['', '']);
  });

  it('leaves out the visits by day, which administrators keep with dates, times and clubs', async () => {
    const query = { partnerID: '1', periodID: periodId };
    const [ofManager, ofAdmin] = await Promise.all(
      [manager, world.admin].map((as) => call(visits.summary, as, { query })),
    );
    expect(ofManager?.body).toMatchObject({ visits: null, members: null, membersByVisits: [] });
    expect(ofManager?.body).not.toHaveProperty('days');
    expect(ofAdmin?.body.days[8]).toEqual({ date: day(9), visits: 1 });
    const { body } = await page({ sortBy: 'date' }, world.admin);
    expect(body.items).toHaveLength(10);
    expect(body.items[0]).toMatchObject({ memberId: 'V4', date: day(3), time: '18:05' });
    expect((await sheetOf(world.admin)).rows[0]?.cells).toMatchObject({ Time: '18:05' });
  });

  it('keeps a member at a count after a transfer to another club', async () => {
    const { body } = await call(members.transfer, world.admin, {
      params: { facilityId: '7001' },
      body: ['V4B'],
    });
    expect(body.success).toBe(true);
    expect((await loadMember('V4B')).facilityId).toBe('7001');
    expect((await log()).rows.map(shown)).toContain('V4B null null 1');
  });

  it('shows a manager and the member on their pages what is shown', async () => {
    const shownTo = await portal.visitAs(
      manager.email,
      `/partnermanager/groupmemberships/visitlog?period=${periodId}`,
    );
    const table = shownTo.getByRole('table', { name: `Visits in ${periodName(periodId)}` });
    await table.getByText('Count only').first().waitFor();
    expect(await table.getByText('Count only').count()).toBe(4);
    expect(await table.getByRole('columnheader', { name: 'Time' }).count()).toBe(0);
    await shownTo.getByRole('heading', { name: 'Members by number of visits' }).waitFor();
    expect(await shownTo.getByRole('heading', { name: 'Visits by day' }).count()).toBe(0);
    await shownTo.context().close();
    for (const [id, message] of [
      ['V4', /sees only how many visits you make per month/],
      ['V5', /sees the date and the club of each visit, not the time/],
    ] as const) {
      const own = await portal.visitAs(users.get(id)?.email ?? '', '/member/profile/usagelog');
      await own.getByText(message).waitFor();
      await own.context().close();
    }
  });

  it('shows the days of a member once the member signs the current agreement', async () => {
    const user = defined(users.get('V4'));
    await giveConsent(user, 'V4', '7000');
    const signed = await call(enrollment.resign, user, {
      body: { ...signedForm(), facilityId: '7000', memberIds: ['V4'], operationTypeID: 3 },
    });
    expect(signed.status, JSON.stringify(signed.body)).toBe(200);
    const { rows } = await log({ pageSize: '2' });
    expect(
      rows
        .filter(({ memberId }) => memberId === 'V4')
        .map(shown)
        .toSorted(),
    ).toEqual(
      [
        `V4 ${day(21)} 7000 3`,
        `V4 ${day(3)} 7000 3`,
        `V4 ${day(9)} 7000 3`,
        `V4 ${day(9)} 7001 3`,
      ].toSorted(),
    );
    expect((await loadMember('V4')).agreement?.version).toBe(7);
    expect((await log()).sent).not.toContain(day(4));
  });
});
