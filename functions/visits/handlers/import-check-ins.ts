import { visits } from '../../../shared/contracts/visits.ts';
import { facilityOfCaller } from '../../facilities/own-facility.ts';
import { handle } from '../../handle.ts';
import { beginCheckInImport } from '../begin-import.ts';

export const handler = handle(visits.importCheckIns, ({ body: { choice }, files, caller, now, newId }) =>
  beginCheckInImport(
    { id: newId(), file: files.file, ownFacility: facilityOfCaller(caller), choice },
    caller,
    now,
  ),
);
