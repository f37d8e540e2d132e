import { hasWithdrawnConsent } from '../../shared/members/health-consent.ts';
import {
  addDays,
  previousPeriod,
  type PeriodId,
  dateInChicago,
  periodName,
  periodOf,
} from '../../shared/calendar.ts';
import type { KeyFob } from '../../shared/employees/key-fob.ts';
import { detailColumns, detailFields } from '../../shared/employees/roster-details.ts';
import { parityOf } from '../../shared/members/month-visits.ts';
import {
  rosterSortKeys,
  rowOfKeyFob,
  rowOfMember,
  type RosterRow,
} from '../../shared/employees/roster-row.ts';
import {
  invitationStatuses,
  type InvitationStatus,
  type Member,
  accessTypeName,
} from '../../shared/members/member.ts';
import type { Page } from '../../shared/page.ts';
import { statusKey } from '../members/roster-sorts.ts';
import { memberEntity } from '../members/store.ts';
import { keys, lists } from '../table/keys.ts';
import { countOfPart } from '../table/list-part.ts';
import { countOf, pageOfList, pagesOfList, pagesOfSearch, type List, type ListQuery } from '../table/list.ts';
import { parseRow } from '../table/table.ts';
import { getItems } from '../table/batch-get-items.ts';
import { keyFobEntity } from './store.ts';
import * as z from 'zod';
import type { SheetSource } from '../files/sheet-source.ts';
import type { CellValue, SheetColumn } from '../platform/sheets/write-sheet.ts';

type Entry = { keyFob: KeyFob; member?: undefined } | { member: Member; keyFob?: undefined };

export const rosterOf = (partnerId: string): List<Entry> => ({
  name: lists.employees(partnerId),
  columns: rosterSortKeys,
  read: (item) =>
    item.entity === keyFobEntity.name
      ? { keyFob: parseRow(keyFobEntity, item) }
      : { member: parseRow(memberEntity, item) },
});

/** Query of the roster; a status lists its members by name. */
export interface RosterQuery extends ListQuery {
  invitationStatus?: InvitationStatus | undefined;
}

/** Returns a page of a partner's roster; `period` is the current month, visits are those of the month before. */
export async function rosterPage(
  partnerId: string,
  { invitationStatus, ...query }: RosterQuery,
  period: PeriodId,
): Promise<Page<RosterRow>> {
  const ofVisits = parityOf(previousPeriod(period)) === 'even' ? 'visitsOfEvenMonth' : 'visitsOfOddMonth';
  const sortBy = query.sortBy === 'lastMonthUsagesCount' ? ofVisits : query.sortBy;
  const page = await pageOfList(
    rosterOf(partnerId),
    invitationStatus === undefined
      ? { ...query, ...(sortBy !== undefined && { sortBy }) }
      : { ...query, sortBy: 'invitationStatusDescription', beginsWith: statusKey(invitationStatus) },
  );
  return { ...page, items: await rowsOf(page.items, period) };
}

type RosterSearch = Pick<RosterQuery, 'filter' | 'invitationStatus'>;

/**
 * Yields a partner's roster by last name, or the rows of a search or of a status, one page at a time, after the cursor
 * `after`.
 */
export async function* rosterPages(
  partnerId: string,
  period: PeriodId,
  after: string | null = null,
  search: RosterSearch = {},
): AsyncGenerator<{ rows: RosterRow[]; members: (Member | undefined)[]; cursor: string | null }> {
  const list = rosterOf(partnerId);
  const start = after === null ? {} : { after };
  const { filter = '' } = search;
  const status = search.invitationStatus;
  const pages =
    filter !== ''
      ? pagesOfSearch(list, filter, start)
      : status === undefined
        ? pagesOfList(list, 'memberLastName', start)
        : pagesOfList(list, 'invitationStatusDescription', { ...start, beginsWith: statusKey(status) });
  for await (const { rows, cursor } of pages)
    yield { rows: await rowsOf(rows, period), members: rows.map(({ member }) => member), cursor };
}

/** Yields the members of one status, one page at a time, after `cursor`. */
export async function* membersOfStatus(
  partnerId: string,
  status: InvitationStatus,
  options: { after?: string; pageSize?: number } = {},
): AsyncGenerator<{ members: Member[]; cursor: string | null }> {
  const beginsWith = statusKey(status);
  const pages = pagesOfList(rosterOf(partnerId), 'invitationStatusDescription', { ...options, beginsWith });
  for await (const { rows, cursor } of pages)
    yield { members: rows.flatMap(({ member }) => (member ? [member] : [])), cursor };
}

/**
 * Yields a partner's members by email, one page at a time. Emails of enrolled members do not change, so each appears
 * exactly once, even if statuses change concurrently.
 */
export async function* membersByEmail(
  partnerId: string,
  options: { after?: string; pageSize?: number } = {},
): AsyncGenerator<{ members: Member[]; cursor: string | null }> {
  for await (const { rows, cursor } of pagesOfList(rosterOf(partnerId), 'memberEmail', options))
    yield { members: rows.flatMap(({ member }) => (member ? [member] : [])), cursor };
}

/** Counts a partner's members in these statuses. */
export async function countMembersOfStatus(
  partnerId: string,
  statuses: readonly InvitationStatus[],
): Promise<number> {
  const counts = await Promise.all(
    statuses.map((status) =>
      countOfPart(rosterOf(partnerId), 'invitationStatusDescription', statusKey(status)),
    ),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

async function rowsOf(entries: readonly Entry[], period: PeriodId): Promise<RosterRow[]> {
  const ids = entries.flatMap(({ member }) => (member ? [member.id] : []));
  const counts = await getItems(ids.map((id) => keys.monthlyVisits(id, previousPeriod(period))));
  const visits = new Map(counts.map(({ pk, n }) => [String(pk), Number(n ?? 0)]));
  return entries.map(({ keyFob, member }) =>
    keyFob
      ? rowOfKeyFob(keyFob)
      : rowOfMember(member, hasWithdrawnConsent(member) ? 0 : (visits.get(keys.member(member.id).pk) ?? 0)),
  );
}

/** Counts a partner's roster rows, including free key fobs. */
const rosterSize = (partnerId: string): Promise<number> => countOf(lists.employees(partnerId));

const input = z.object({ partnerId: z.string() });

/** Returns a partner's members by last name, without free key fobs; visits are those of the month before `at`. */
export async function memberListSheet(sent: z.input<typeof input>, at: Date): Promise<SheetSource> {
  const { partnerId } = input.parse(sent);
  const today = dateInChicago(at);
  return {
    name: `Members ${today}.xlsx`,
    sheetName: 'Members',
    columns: [
      { title: 'First Name', kind: 'text', width: 20 },
      { title: 'Last Name', kind: 'text', width: 20 },
      { title: 'Invitation Status', kind: 'text', width: 28 },
      { title: 'Email', kind: 'text', width: 32 },
      { title: 'Facility ID', kind: 'text' },
      { title: 'Facility Name', kind: 'text', width: 28 },
      { title: `Visits ${periodName(previousPeriod(periodOf(today)))}`, kind: 'number', width: 22 },
    ],
    atMost: await rosterSize(partnerId),
    pages: async function* pages(after) {
      for await (const { rows, cursor } of rosterPages(partnerId, periodOf(today), after))
        yield {
          cursor,
          rows: rows
            .filter(({ memberId }) => memberId !== null)
            .map((row) => [
              row.memberFirstName,
              row.memberLastName,
              row.invitationStatusDescription,
              row.memberEmail,
              row.facilityNumber,
              row.facilityName,
              row.lastMonthUsagesCount,
            ]),
        };
    },
  };
}

/** All fields of a grid row (spec 2 §3) and the optional columns of an upload; codes come last. */
const fields: { column: SheetColumn; of: (row: RosterRow, member: Member | undefined) => CellValue }[] = [
  { column: { title: 'Key Fob', kind: 'text' }, of: (row) => row.keyFobNumber },
  { column: { title: 'Key Fob Status', kind: 'text' }, of: (row) => row.keyFobStatusName },
  { column: { title: 'First Name', kind: 'text', width: 20 }, of: (row) => row.memberFirstName },
  { column: { title: 'Last Name', kind: 'text', width: 20 }, of: (row) => row.memberLastName },
  { column: { title: 'Email', kind: 'text', width: 32 }, of: (row) => row.memberEmail },
  { column: { title: 'Phone', kind: 'text', width: 18 }, of: (row) => row.memberPhoneNumber },
  { column: { title: 'Date of Birth', kind: 'date' }, of: (row) => row.memberDateOfBirth },
  { column: { title: 'Status', kind: 'text', width: 24 }, of: (row) => row.invitationStatusDescription },
  { column: { title: 'Access Type', kind: 'text' }, of: (row) => accessTypeName(row.preferredAccessType) },
  { column: { title: 'Enrolled On', kind: 'date' }, of: (row) => row.programEnrollmentDate },
  // also the title that imports read
  { column: { title: 'Last Day', kind: 'date' }, of: (row) => row.leavingOn && addDays(row.leavingOn, -1) },
  { column: { title: 'Facility ID', kind: 'text' }, of: (row) => row.facilityNumber },
  { column: { title: 'Facility Name', kind: 'text', width: 28 }, of: (row) => row.facilityName },
  {
    column: { title: 'Visits Last Month', kind: 'number' },
    of: (row) => (row.memberId ? row.lastMonthUsagesCount : null),
  },
  ...detailFields.map((field) => ({
    column: { title: detailColumns[field].title, kind: 'text' as const, width: 20 },
    of: (_row: RosterRow, member: Member | undefined) => member?.[field] ?? null,
  })),
  { column: { title: 'Member ID', kind: 'text', width: 30 }, of: (row) => row.memberId },
  {
    column: { title: 'Enrollment ID', kind: 'text', width: 30 },
    of: (row) => row.groupMembershipEnrollmentId,
  },
  { column: { title: 'Status Code', kind: 'number' }, of: (row) => row.invitationStatus },
  { column: { title: 'Key Fob Status Code', kind: 'number' }, of: (row) => row.keyFobStatusId },
  { column: { title: 'Access Type Code', kind: 'number' }, of: (row) => row.preferredAccessType },
];

const rosterInput = input.extend({
  filter: z.string().optional(),
  invitationStatus: z.literal([1, 2, 3, 4, 5, 6, 7]).optional(),
});

/** Returns a partner's roster by last name, or a part of it; visits are those of the month before `at`. */
export async function rosterSheet(sent: z.input<typeof rosterInput>, at: Date): Promise<SheetSource> {
  const { partnerId, ...search } = rosterInput.parse(sent);
  const today = dateInChicago(at);
  const status = invitationStatuses.find(({ id }) => id === search.invitationStatus)?.name;
  const part = search.filter ? ' found' : status ? ` ${status}` : '';
  return {
    name: `Employees${part} ${today}.xlsx`,
    sheetName: 'Employees',
    columns: fields.map(({ column }) => column),
    atMost: await rosterSize(partnerId),
    pages: async function* pages(after) {
      for await (const { rows, members, cursor } of rosterPages(partnerId, periodOf(today), after, search))
        yield {
          cursor,
          rows: rows.map((row, index) => fields.map(({ of }) => of(row, members[index]))),
        };
    },
  };
}
