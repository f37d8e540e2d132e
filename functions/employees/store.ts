import { keyFob, keyFobStatuses, type KeyFob } from '../../shared/employees/key-fob.ts';
import { entity } from '../table/entity.ts';
import { keys, lists } from '../table/keys.ts';
import { getMany } from '../table/table.ts';
import { rosterSorts } from './roster.ts';

export const keyFobEntity = entity({
  name: 'key fob',
  schema: keyFob,
  key: ({ number }) => keys.keyFob(number),
  // a fob in use is shown in its member's row
  inList: (fob) =>
    fob.memberId === null
      ? {
          list: lists.employees(fob.partnerId),
          sorts: rosterSorts({
            facilityMemberID: fob.number,
            keyfobStatusDisplayName: keyFobStatuses[fob.keyFobStatusID].name,
          }),
          words: [fob.number],
        }
      : null,
});

export const loadKeyFobs = (numbers: readonly string[]): Promise<KeyFob[]> =>
  getMany(keyFobEntity, numbers.map(keys.keyFob));
