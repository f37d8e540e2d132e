import { type CheckInLine, checkInLine } from '../../shared/visits/check-in.ts';
import { loadFacilities, loadFacility, searchFacilities } from '../facilities/store.ts';
import type { StoredParts } from '../platform/stored-parts.ts';
import { dateInChicago } from '../../shared/calendar.ts';
import type { FacilityFileChoice } from '../../shared/visits/facility-columns.ts';
import { beginImport } from '../jobs/file-import.ts';
import { storeNotes } from '../jobs/store.ts';
import type { ReceivedFile } from '../platform/parse-request.ts';
import { refuseFile } from '../platform/sheets/refuse-file.ts';
import { auditWrite } from '../table/audit.ts';
import type { Change } from '../table/write.ts';
import type { Caller } from '../users/caller.ts';
import { checkInsOf, isWithdrawal, openFacilityFile } from './check-in-file.ts';
import { facilityColumnsChange, loadFacilityColumns } from './facility-columns-store.ts';

const plain = (name: string): string => name.trim().toLowerCase();

// a file that names more clubs than this uses their IDs
const mostNames = 200;

/**
 * Returns the lines with club IDs in place of club names. A name of several clubs, and any other text, is unchanged, so
 * that the row states the problem. `ownClub` is the club of a facility manager, whose name needs no search.
 */
async function withFacilityIds(
  lines: readonly CheckInLine[],
  ownFacility: string | null,
): Promise<CheckInLine[]> {
  const facilityNames = [...new Set(lines.map(({ clubId }) => clubId))].filter(
    (text) => text !== '' && text !== ownFacility,
  );
  if (facilityNames.length === 0) return [...lines];
  const facilityIds = new Set((await loadFacilities(facilityNames)).map(({ id }) => id));
  const names = facilityNames.filter((text) => !facilityIds.has(text)).slice(0, mostNames);
  const ids = new Map<string, string>();
  if (ownFacility !== null) {
    const { name, facilityNumber } = await loadFacility(ownFacility);
    for (const text of names)
      if ([name, facilityNumber].map(plain).includes(plain(text))) ids.set(text, ownFacility);
  } else
    for (const name of names) {
      const facilities = await searchFacilities(name, { most: 20, afOnly: false });
      const same = facilities.filter((facility) => plain(facility.name) === plain(name));
      const [only] = same;
      if (only && same.length === 1) ids.set(name, only.id);
    }
  return lines.map((line) => ({ ...line, clubId: ids.get(line.clubId) ?? line.clubId }));
}

export const checkInParts: StoredParts<CheckInLine> = {
  name: (jobId, part) => `visit-imports/${jobId}/${part}.json`,
  rowsInPart: 250,
  row: checkInLine,
};

interface CheckInFile {
  id: string;
  file: ReceivedFile | undefined;
  /** The club whose check-ins the file contains; null for an administrator's, which names the clubs. */
  ownFacility: string | null;
  choice?: FacilityFileChoice | undefined;
  /** Key of a delivered file, whose date order cannot be asked. */
  deliveredAs?: string;
}

/** Reads a file of check-ins and starts the job that imports them. Throws 'invalid' at 'file' for unreadable files. */
export async function beginCheckInImport(
  { id, file: received, ownFacility, choice, deliveredAs }: CheckInFile,
  caller: Pick<Caller, 'userId'>,
  now: Date,
  changes: readonly Change[] = [],
) {
  const file = await openFacilityFile(
    received,
    ownFacility,
    dateInChicago(now),
    async (header) => choice?.columns ?? (await loadFacilityColumns(ownFacility, header)).columns,
  );
  const stored = await loadFacilityColumns(ownFacility, file.sheet.header);
  const dateOrder = file.dateOrder === 'either' ? (choice?.dateOrder ?? stored.dateOrder) : file.dateOrder;
  if (dateOrder === null && deliveredAs !== undefined)
    refuseFile(
      'The dates fit MM/DD/YYYY and DD/MM/YYYY. Upload the file once under Import check-ins and select the order; later files use it.',
    );
  // dates of American clubs, unless the file shows another order or one was selected
  const lines = await withFacilityIds(checkInsOf(file, ownFacility, dateOrder ?? 'mdy'), ownFacility);
  const fileName = received?.name ?? '';
  return beginImport(
    {
      id,
      kind: 'visits import',
      input: {
        lines: lines.length,
        ownClub: ownFacility,
        hasCounts: lines.some(({ count }) => count !== undefined),
        withdrawals: lines.filter(isWithdrawal).length,
        ...(deliveredAs !== undefined && { deliveredAs }),
      },
      parts: checkInParts,
      rows: lines,
      fileName,
      message: `Reading ${lines.length} check-ins.`,
      tally: { uploaded: 0, notCounted: 0, failed: 0, kept: 0 },
    },
    caller,
    now,
    [
      ...changes,
      ...(choice ? facilityColumnsChange(stored, choice) : []),
      ...(file.notes.length > 0 ? [storeNotes(id, file.notes)] : []),
      auditWrite(
        {
          name: 'visits imported',
          subject: `visits import ${id}`,
          who: caller.userId,
          after: { lines: lines.length },
        },
        now,
      ),
    ],
  );
}
