import type { Page } from '../../shared/page.ts';
import { Refusal } from '../../shared/refusal.ts';
import {
  openReports,
  reportColumns,
  visitReport,
  type OpenReports,
  type VisitReport,
} from '../../shared/visits/missing-visit.ts';
import { change } from '../table/change.ts';
import type { Change } from '../table/write.ts';
import { entity, sortsBy, type Sorts } from '../table/entity.ts';
import { keys, lists } from '../table/keys.ts';
import { listOf, pageOfList, pagesOfList, type ListQuery } from '../table/list.ts';
import { eachItem, get, parseRow } from '../table/table.ts';

/** Open reports first, oldest at the top; then closed ones, newest first. */
const sortsOf = ({ status, date, memberName, facilityName }: VisitReport): Sorts =>
  sortsBy(reportColumns, {
    status: `${status === 'open' ? 0 : 1} ${date}`,
    date,
    memberName,
    facilityName,
  });

export const reportEntity = entity({
  name: 'visit report',
  schema: visitReport,
  key: ({ memberId, date }) => keys.visitReport(memberId, date),
  inList: (report) => ({ list: lists.visitReports(), sorts: sortsOf(report), words: [report.memberName] }),
  alsoInLists: (record) => [
    {
      key: keys.visitReportOfFacility(record.memberId, record.date),
      list: lists.visitReportsOfFacility(record.facilityId),
      sorts: sortsOf(record),
      words: [record.memberName],
      // a review from the list states the stored version
      row: { ...record, version: record.version + 1 },
    },
  ],
});

const openEntity = entity({
  name: 'open visit reports',
  schema: openReports,
  key: ({ memberId }) => keys.openReports(memberId),
});

export const pageOfReports = (facilityId: string | null, listQuery: ListQuery): Promise<Page<VisitReport>> =>
  pageOfList(
    listOf(
      facilityId === null ? lists.visitReports() : lists.visitReportsOfFacility(facilityId),
      reportColumns,
      reportEntity,
    ),
    listQuery,
  );

/** Returns the number of a facility's open reports, at most one page. */
export async function countOpenReports(facilityId: string): Promise<number> {
  const { items } = await pageOfReports(facilityId, { sortBy: 'status' });
  return items.filter(({ status }) => status === 'open').length;
}

/** Returns the facilities with open reports. */
export async function facilitiesWithOpenReports(): Promise<string[]> {
  const facilityIds = new Set<string>();
  const list = listOf(lists.visitReports(), reportColumns, reportEntity);
  for await (const { rows } of pagesOfList(list, 'status', { beginsWith: '0' }))
    for (const { facilityId } of rows) facilityIds.add(facilityId);
  return [...facilityIds];
}

export const loadReport = (memberId: string, date: string): Promise<VisitReport | undefined> =>
  get(reportEntity, keys.visitReport(memberId, date));

export const loadOpenReports = (memberId: string): Promise<OpenReports | undefined> =>
  get(openEntity, keys.openReports(memberId));

/** Returns a membership's reports of a month by day, with one query. */
export async function reportsInMonth(memberId: string, periodId: string): Promise<VisitReport[]> {
  const { pk, sk } = keys.visitReport(memberId, `${periodId.slice(0, 4)}-${periodId.slice(4)}-`);
  const reports: VisitReport[] = [];
  for await (const item of eachItem(pk, sk)) reports.push(parseRow(reportEntity, item));
  return reports;
}

const lost = new Refusal('conflict', 'Someone else changed this report. Reload and try again.');

/** Returns the writes of a report and the count of open ones. */
export function reportChange(
  before: VisitReport | null,
  after: VisitReport,
  open: OpenReports | undefined,
): Change[] {
  const { memberId, date } = after;
  const others = (open?.dates ?? []).filter((text) => text !== date);
  const next = {
    memberId,
    dates: after.status === 'open' ? [...others, date] : others,
    version: open?.version ?? 0,
  };
  return [
    ...change(reportEntity, before, after, { lost }),
    ...change(openEntity, open ?? null, next, { lost }),
  ];
}
