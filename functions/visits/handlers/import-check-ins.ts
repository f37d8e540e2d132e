import { visits } from '../../../shared/contracts/visits.ts';
import { ownFacilityId } from '../../facilities/own-facility.ts';
import { beginImport } from '../../jobs/file-import.ts';
import { handle } from '../../handle.ts';
import { auditWrite } from '../../table/audit.ts';
import { readCheckIns } from '../check-in-file.ts';
import { checkInParts } from '../check-in-parts.ts';

export const handler = handle(visits.importCheckIns, async ({ files, caller, now, newId }) => {
  // a facility manager's file belongs to the manager's own facility
  const ownClub = caller.role === 'systemAdmin' ? null : ownFacilityId(caller);
  const lines = await readCheckIns(files.file, ownClub);
  const id = newId();
  const fileName = files.file?.name ?? '';
  return beginImport(
    {
      id,
      kind: 'visits import',
      input: { lines: lines.length, ownClub },
      parts: checkInParts,
      rows: lines,
      fileName,
      message: `Reading ${lines.length} check-ins.`,
      tally: { uploaded: 0, notCounted: 0, failed: 0, kept: 0 },
    },
    caller,
    now,
    [
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
});
