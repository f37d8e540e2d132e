import { dateInChicago } from '../../../shared/calendar.ts';
import { visits } from '../../../shared/contracts/visits.ts';
import { clubOfCaller } from '../../facilities/own-facility.ts';
import { beginImport } from '../../jobs/file-import.ts';
import { handle } from '../../handle.ts';
import { auditWrite } from '../../table/audit.ts';
import { checkInsOf, isWithdrawal, openClubFile } from '../check-in-file.ts';
import { checkInParts } from '../check-in-parts.ts';
import { clubColumnsChange, loadClubColumns } from '../club-columns-store.ts';
import { withClubIds } from '../clubs-of-file.ts';

export const handler = handle(
  visits.importCheckIns,
  async ({ body: { choice }, files, caller, now, newId }) => {
    const ownClub = clubOfCaller(caller);
    const file = await openClubFile(
      files.file,
      ownClub,
      dateInChicago(now),
      async (header) => choice?.columns ?? (await loadClubColumns(ownClub, header)).columns,
    );
    const stored = await loadClubColumns(ownClub, file.sheet.header);
    // dates of American clubs, unless the file shows another order or one was selected
    const order =
      file.dateOrder === 'either' ? (choice?.dateOrder ?? stored.dateOrder ?? 'mdy') : file.dateOrder;
    const lines = await withClubIds(checkInsOf(file, ownClub, order), ownClub);
    const id = newId();
    const fileName = files.file?.name ?? '';
    return beginImport(
      {
        id,
        kind: 'visits import',
        input: {
          lines: lines.length,
          ownClub,
          hasCounts: lines.some(({ count }) => count !== undefined),
          withdrawals: lines.filter(isWithdrawal).length,
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
        ...(choice ? clubColumnsChange(stored, choice) : []),
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
  },
);
