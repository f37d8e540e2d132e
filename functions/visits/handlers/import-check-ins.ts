import { visits } from '../../../shared/visits/contract.ts';
import { missingFile } from '../../../shared/field-sentences.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { ownFacilityId } from '../../facilities/own-facility.ts';
import { beginJob } from '../../jobs/begin.ts';
import { handle } from '../../platform/handle.ts';
import { auditWrite } from '../../table/audit.ts';
import { readCheckIns, storeCheckIns } from '../check-in-file.ts';

export const handler = handle(visits.importCheckIns, async ({ files, caller, now, newId }) => {
  const file = files.file;
  if (!file) throw new Refusal('invalid', missingFile, 'file');
  // a facility manager's file belongs to the manager's own facility
  const ownClub = caller.role === 'systemAdmin' ? null : ownFacilityId(caller);
  const lines = await readCheckIns(file, ownClub);
  const id = newId();
  await storeCheckIns(id, lines);
  return beginJob(
    {
      id,
      kind: 'visits import',
      input: { lines: lines.length, ownClub },
      total: lines.length,
      message: `Reading ${lines.length} check-ins.`,
      tally: { fileName: file.name, uploaded: 0, notCounted: 0, failed: 0, kept: 0 },
    },
    caller,
    now,
    [
      auditWrite(
        {
          name: 'visits imported',
          subject: `visits import ${id}`,
          who: caller.userId,
          after: { fileName: file.name, lines: lines.length },
        },
        now,
      ),
    ],
  );
});
