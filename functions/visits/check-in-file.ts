import type { CalendarDate } from '../../shared/calendar.ts';
import type { ReadOrder } from '../../shared/date-text.ts';
import {
  checkInDateOrder,
  inOrder,
  isUnclearDate,
  type ColumnOrder,
} from '../../shared/employees/date-order.ts';
import { largestUpload, uploadTooLarge } from '../../shared/media-types.ts';
import {
  type CheckInLine,
  resultOfStatus,
  statusOfRow,
  withdrawnInFile,
  areUtcDays,
  withoutUtcMidnight,
  withZoneOfTitle,
} from '../../shared/visits/check-in.ts';
import {
  facilityColumnsError,
  detectFacilityColumns,
  furtherResultColumns,
  isFacilityTitle,
  selectedColumnsError,
  isTotalRow,
  type FacilityColumns,
  type FacilityField,
  plainCount,
  readMonth,
} from '../../shared/visits/facility-columns.ts';
import { plainKeyFob } from '../../shared/employees/key-fob.ts';
import { visibleEmail } from '../../shared/visible-text.ts';
import {
  withMaskedNumbers,
  withoutSocialSecurityNumbers,
  withoutSummaryRows,
} from '../platform/sheets/file-lines.ts';
import type { ReceivedFile } from '../platform/parse-request.ts';
import type { SheetWithHeader } from '../platform/sheets/choose-sheet.ts';
import { findSheet, type SheetLimits } from '../platform/sheets/read-sheet.ts';
import { refuseFile } from '../platform/sheets/refuse-file.ts';

/** An opened club file: its columns by field, and the order of its dates. */
export interface FacilityFile {
  sheet: SheetWithHeader;
  columns: FacilityColumns;
  dateOrder: ColumnOrder;
  /** Why the file cannot be read; '' if it can. */
  error: string;
  /** What was not read. */
  notes: string[];
}

const fileLimits: SheetLimits = {
  maxBytes: largestUpload,
  tooLarge: uploadTooLarge('by club'),
  formats: ['csv', 'xlsx'],
  maxRows: 50_000,
  maxInflatedBytes: 64 * 1024 * 1024,
};
// a line above the table rarely contains two titles
const titleSearch = { isTitle: isFacilityTitle, fewest: 2, readsUntitled: true };

/** Returns a file without its social security numbers; undefined if it cannot be read. */
export const withoutNumbers = (file: { name: string; bytes: Uint8Array }): Promise<Uint8Array | undefined> =>
  withMaskedNumbers({ ...file, withoutOtherSheets: true }, fileLimits, titleSearch);

const columnOf = ({ rows }: SheetWithHeader, title: string): string[] =>
  rows.map(({ cells }) => (cells[title] ?? '').trim());

/** Opens a file of check-ins; titles and content identify its columns unless they are `chosen`. */
export async function openFacilityFile(
  file: ReceivedFile | undefined,
  ownFacility: string | null,
  today: CalendarDate,
  chosen: (header: readonly string[]) => Promise<FacilityColumns>,
): Promise<FacilityFile> {
  const rawSheet = await findSheet(
    file?.bytes ?? new Uint8Array(),
    file?.name ?? '',
    fileLimits,
    titleSearch,
  );
  const safe = withoutSocialSecurityNumbers(rawSheet);
  const visitRows = withoutSummaryRows(safe.sheet).sheet;
  const sheet = {
    ...visitRows,
    rows: visitRows.rows.filter(({ cells }) => !isTotalRow(Object.values(cells))),
  };
  const valuesOf = (title: string) => columnOf(sheet, title);
  const selected = await chosen(sheet.header);
  const columns = detectFacilityColumns(sheet.header, valuesOf, selected);
  // the home club of a member is not the club that reports the visit
  if (ownFacility !== null && /^home/i.test(columns.clubId ?? '')) delete columns.clubId;
  const { date = '' } = columns;
  return {
    sheet,
    columns,
    dateOrder: checkInDateOrder(date, columnOf(sheet, date), today),
    error: facilityColumnsError(columns, ownFacility !== null) || selectedColumnsError(selected, valuesOf),
    notes: safe.notes,
  };
}

/** Returns the check-ins of an opened file without total rows. Throws 'invalid' at 'file' if there are none. */
export function checkInsOf(
  { sheet, columns, error }: FacilityFile,
  ownFacility: string | null,
  order: ReadOrder,
): CheckInLine[] {
  if (error) refuseFile(error);
  const hasCounts = isCountFile(sheet, columns);
  const { date: dateTitle = '', status: statusTitle = '' } = columns;
  const resultTitles = [
    statusTitle,
    ...furtherResultColumns(sheet.header, (title) => columnOf(sheet, title), columns),
  ];
  const dayOf = areUtcDays(columnOf(sheet, dateTitle)) ? withoutUtcMidnight : (text: string) => text;
  const lines = sheet.rows.flatMap(({ line, cells }): CheckInLine[] => {
    const text = (field: FacilityField): string => short((cells[columns[field] ?? ''] ?? '').trim());
    const fields = { keyFob: text('keyFob'), memberId: text('memberId'), email: visibleEmail(text('email')) };
    const isBlank = Object.values({ ...fields, clubId: text('clubId'), date: text('date') }).every(
      (value) => value === '',
    );
    if (isBlank) return [];
    const count = plainCount(text('count'));
    const statuses = resultTitles.map((title) =>
      statusOfRow(short((cells[title] ?? '').trim()), hasCounts ? '' : count, title),
    );
    const status = statuses.find((result) => isRefusal(result)) ?? statuses[0] ?? '';
    return [
      {
        line,
        ...fields,
        keyFob: plainKeyFob(fields.keyFob).toUpperCase(),
        clubId: text('clubId') || (ownFacility ?? ''),
        date: withZoneOfTitle(inOrder(dayOf(text('date')), order), columns.date ?? ''),
        time: withZoneOfTitle(text('time'), columns.time ?? ''),
        ...(isUnclearDate(text('date'), order) && { hasUnclearDate: true }),
        ...(hasCounts ? { count: isWithdrawal({ status }) ? '0' : count } : status !== '' && { status }),
      },
    ];
  });
  if (lines.length === 0) refuseFile('The file contains no check-ins.');
  return withoutWithdrawn(lines);
}

const isRefusal = (status: string): boolean => ['absent', 'withdrawn'].includes(resultOfStatus(status));

/** Returns true for a row that withdraws a check-in. */
export const isWithdrawal = ({ status = '' }: Pick<CheckInLine, 'status'>): boolean =>
  resultOfStatus(status) === 'withdrawn';

/** Returns the lines with withdrawals first; check-ins of the file that they withdraw are not taken. */
function withoutWithdrawn(lines: readonly CheckInLine[]): CheckInLine[] {
  const withdrawals = lines.filter(isWithdrawal);
  if (withdrawals.length === 0) return [...lines];
  const nameOf = ({ keyFob: keyFobNumber, memberId, email, clubId, date }: CheckInLine) =>
    [keyFobNumber || memberId || email.toLowerCase(), clubId, date].join(' ');
  const byName = Map.groupBy(withdrawals, nameOf);
  const isWithdrawn = (line: CheckInLine) =>
    (byName.get(nameOf(line)) ?? []).some(
      ({ time }) => time === '' || line.time === '' || time === line.time,
    );
  const others = lines.filter((line) => !isWithdrawal(line));
  return [
    ...withdrawals,
    ...others.map((line) => (isWithdrawn(line) ? { ...line, status: withdrawnInFile } : line)),
  ];
}

/** Returns true for a file of monthly counts: a month and a number of visits per row. */
function isCountFile(sheet: SheetWithHeader, { date = '', count }: FacilityColumns): boolean {
  if (!count) return false;
  const dates = columnOf(sheet, date).filter((text) => text !== '');
  return dates.filter((text) => readMonth(text) !== undefined).length > dates.length / 2;
}

// cells may be long; refused rows store their content
const short = (text: string): string => text.slice(0, 100);
