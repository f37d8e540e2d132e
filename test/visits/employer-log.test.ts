import { beforeAll, expect, it } from 'vitest';
import { integrations } from '../../shared/contracts/integrations.ts';
import { visits } from '../../shared/contracts/visits.ts';
import { readSheet } from '../../functions/platform/sheets/read-sheet.ts';
import { addMembers } from '../payments/facilities.ts';
import { call } from '../support/call.ts';
import { runJob } from '../support/jobs.ts';
import { setClock } from '../support/clock.ts';
import { signedAgreementOf, useWorld } from '../support/world.ts';

// An employer reads the log of the open month again and again.
const world = useWorld();
const agreementVersions = { COUNTED: 4, SHARED: 5, LATER: 5 } as const;
type Id = keyof typeof agreementVersions;

beforeAll(async () => {
  setClock('2026-11-18T18:00:00Z');
  for (const [id, version] of Object.entries(agreementVersions))
    await addMembers('1', [{ id, facilityId: world.facility.id }], {
      // the hidden visits are between and before the listed ones
      firstName: { COUNTED: 'Bea', SHARED: 'Ida', LATER: 'Zoe' }[id as Id],
      enrolledOn: '2020-01-01',
      activatedOn: '2020-01-01',
      preferredAccessType: 1,
      agreement: { ...signedAgreementOf(id), version },
    });
  for (const id of Object.keys(agreementVersions) as Id[])
    for (const day of ['03', '05', '09', '12']) await train(id, `2026-11-${day}T18:00:00Z`);
});

async function train(memberId: Id, at: string): Promise<void> {
  const body = { checkInId: `${memberId} ${at}`, memberId, at };
  expect((await call(integrations.takeCheckIn, world.facilityClient, { body })).body.result).toBe('counted');
}

interface Row {
  memberId: string;
  date: string | null;
  visitsInMonth: number | null;
}

async function pagesOf(pageSize: number, query: object): Promise<{ rows: Row[]; sent: string }> {
  const rows: Row[] = [];
  let sent = '';
  let cursor: string | null = null;
  do {
    const { body } = await call(visits.list, world.own.manager, {
      query: { partnerID: '1', periodID: '202611', pageSize, ...query, ...(cursor !== null && { cursor }) },
    });
    rows.push(...body.items);
    cursor = body.nextCursor;
    const position = (cursor ?? '').replace('last:', '');
    sent += JSON.stringify(body.items) + Buffer.from(position, 'base64url').toString();
  } while (cursor !== null);
  return { rows, sent };
}

const queries = [{}, { sortOrder: 'desc' }, { filter: 'lund' }];

async function everythingRead(): Promise<string[]> {
  const texts: string[] = [];
  for (const pageSize of [1, 2, 3, 5, 8, 40])
    for (const query of queries) texts.push((await pagesOf(pageSize, query)).sent);
  const { bytes } = await call(visits.download, world.own.manager, {
    query: { partnerID: '1', usagePeriodID: '202611' },
  });
  texts.push(JSON.stringify(await readSheet(bytes, 'visits.xlsx', { maxBytes: 1e6, tooLarge: '' })));
  return texts;
}

it('lists each shared visit once at every page size, and none of a member with counts', async () => {
  for (const query of queries)
    for (const pageSize of [1, 2, 3, 40]) {
      const { rows } = await pagesOf(pageSize, query);
      expect(rows.map(({ memberId, date }) => `${memberId} ${date}`).toSorted()).toEqual(
        ['LATER', 'SHARED'].flatMap((id) => ['03', '05', '09', '12'].map((day) => `${id} 2026-11-${day}`)),
      );
    }
});

it('responds the same after a visit of today, and after a visit of a member with counts', async () => {
  const before = await everythingRead();
  await train('SHARED', '2026-11-18T12:00:00Z');
  await train('COUNTED', '2026-11-18T13:00:00Z');
  await train('COUNTED', '2026-11-16T13:00:00Z');
  const bytes = Buffer.from('Member ID,Club ID,Month,Visits In Month\nSHARED,4100,11/2026,7');
  const file = { name: 'counts.csv', bytes };
  const { jobId } = (await call(visits.importCheckIns, world.admin, { files: { file } })).body;
  await runJob(jobId);
  const query = { partnerID: '1', periodID: '202611', filter: 'ida', pageSize: 40 };
  const { items } = (await call(visits.list, world.admin, { query })).body;
  expect(items.map(({ explanation }: { explanation: string }) => explanation)).toContain(
    '2 visits without dates',
  );
  expect(await everythingRead()).toEqual(before);
});

it('shows a visit on the next day, and the number of visits after the month is closed', async () => {
  setClock('2026-11-19T18:00:00Z');
  const { rows } = await pagesOf(40, {});
  expect(rows.filter(({ memberId }) => memberId === 'SHARED').map(({ date }) => date)).toContain(
    '2026-11-18',
  );
  expect(new Set(rows.map(({ visitsInMonth }) => visitsInMonth))).toEqual(new Set([null]));
  setClock('2026-12-09T18:00:00Z');
  const closed = await pagesOf(1, {});
  expect(
    closed.rows.map(({ memberId, date, visitsInMonth }) => [memberId, date !== null, visitsInMonth]),
  ).toEqual([
    ['COUNTED', false, 6],
    ['SHARED', false, 7],
    ...Array.from({ length: 5 }, () => ['SHARED', true, 7]),
    ...Array.from({ length: 4 }, () => ['LATER', true, 4]),
  ]);
});
