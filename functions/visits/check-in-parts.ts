import { checkInLine, type CheckInLine } from '../../shared/visits/check-in.ts';
import type { StoredParts } from '../platform/stored-parts.ts';

export const checkInParts: StoredParts<CheckInLine> = {
  name: (jobId, part) => `visit-imports/${jobId}/${part}.json`,
  rowsInPart: 250,
  row: checkInLine,
};
