import * as z from 'zod';
import { periodName } from '../../shared/calendar.ts';
import { explanationOf } from '../../shared/visits/visit.ts';
import { sheetPages, type SheetSource } from '../files/sheet-source.ts';
import { loadMembers } from '../members/store.ts';
import { loadPartner } from '../partners/store.ts';
import { employerLog } from './employer-log.ts';
import { visitsOfMonth } from './store.ts';
import { visitCount } from './visits-by-name-store.ts';

const input = z.object({
  partnerId: z.string(),
  periodId: z.string(),
  filter: z.string().default(''),
  /** The safe default: a job that does not name its reader leaves out what employers do not see. */
  isForEmployer: z.boolean().default(true),
});
type Input = z.output<typeof input>;

const memberColumns: SheetSource['columns'] = [
  { title: 'Member', kind: 'text', width: 30 },
  { title: 'Email', kind: 'text', width: 32 },
  { title: 'Key fob', kind: 'text' },
  { title: 'Visit date', kind: 'date' },
];
const facilityColumns: SheetSource['columns'] = [
  { title: 'Facility ID', kind: 'text' },
  { title: 'Facility', kind: 'text', width: 40 },
];

/** Returns the visits of a partner's members in one month as a sheet, by member. */
export async function visitsSheet(sent: z.input<typeof input>, now: Date): Promise<SheetSource> {
  const request = input.parse(sent);
  const { partnerId, periodId } = request;
  const [partner, visits] = await Promise.all([loadPartner(partnerId), visitCount(partnerId, periodId)]);
  return {
    name: `Visits ${partner.name} ${periodName(periodId)}.xlsx`,
    sheetName: periodName(periodId),
    // the number contains visits that an employer does not see
    atMost: request.isForEmployer ? 0 : visits,
    ...(request.isForEmployer ? forEmployer(request, now) : forAdministrator(request)),
  };
}

const forAdministrator = ({
  partnerId,
  periodId,
  filter,
}: Input): Pick<SheetSource, 'columns' | 'pages'> => ({
  columns: [
    ...memberColumns,
    { title: 'Time', kind: 'text' },
    ...facilityColumns,
    { title: 'Counted', kind: 'text', width: 32 },
  ],
  pages: async function* pages(after) {
    for await (const { rows, cursor } of visitsOfMonth(partnerId, periodId, filter, after)) {
      const loaded = await loadMembers([...new Set(rows.map(({ memberId }) => memberId))]);
      const members = new Map(loaded.map((member) => [member.id, member]));
      yield {
        cursor,
        rows: rows.map((visit) => [
          visit.memberName,
          members.get(visit.memberId)?.email ?? '',
          members.get(visit.memberId)?.keyFobNumber ?? '',
          visit.undated === undefined ? visit.date : '',
          visit.time,
          visit.facilityId,
          visit.facilityName,
          explanationOf(visit),
        ]),
      };
    }
  },
});

const forEmployer = (
  { partnerId, periodId, filter }: Input,
  now: Date,
): Pick<SheetSource, 'columns' | 'pages'> => ({
  columns: [
    ...memberColumns,
    ...facilityColumns,
    { title: 'Visits in month', kind: 'number' },
    { title: 'Counted', kind: 'text', width: 32 },
  ],
  pages: sheetPages(
    async (cursor) => {
      const query = { filter, pageSize: 100, ...(cursor !== undefined && { cursor }) };
      const { items, nextCursor } = await employerLog(partnerId, periodId, query, now);
      return { rows: items, next: nextCursor };
    },
    (row) => [
      row.memberName,
      row.memberEmail,
      row.keyFobNumber ?? '',
      row.date ?? '',
      row.facilityNumber ?? '',
      row.facilityName ?? '',
      row.visitsInMonth ?? '',
      row.explanation,
    ],
  ),
});
