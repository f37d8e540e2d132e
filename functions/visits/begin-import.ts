import { dateInChicago } from '../../shared/calendar.ts';
import type { FacilityFileChoice } from '../../shared/visits/facility-file-check.ts';
import { beginImport } from '../jobs/file-import.ts';
import type { ReceivedFile } from '../platform/parse-request.ts';
import { refuseFile } from '../platform/sheets/refuse-file.ts';
import { auditWrite } from '../table/audit.ts';
import type { Change } from '../table/write.ts';
import type { Caller } from '../users/caller.ts';
import { checkInsOf, isWithdrawal, openFacilityFile } from './check-in-file.ts';
import { checkInParts } from './check-in-parts.ts';
import { facilityColumnsChange, loadFacilityColumns } from './facility-columns-store.ts';
import { withFacilityIds } from './facilities-of-file.ts';

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
      auditWrite(
        {
          name: 'visits imported',
          subject: `visits import ${id}`,
          who: caller.userId,
          after: { fileName, lines: lines.length },
        },
        now,
      ),
    ],
  );
}
