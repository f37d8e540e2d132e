import { keyFob, keyFobStatusName, type KeyFob } from '../../shared/employees/key-fob.ts';
import { Refusal } from '../../shared/refusal.ts';
import { change } from '../table/change.ts';
import type { Change } from '../table/write.ts';
import { entity } from '../table/entity.ts';
import { keys, lists } from '../table/keys.ts';
import { getMany, mustGet } from '../table/table.ts';
import { rosterSorts } from '../members/roster-sorts.ts';

export const keyFobEntity = entity({
  name: 'key fob',
  schema: keyFob,
  key: ({ number: keyFobNumber }) => keys.keyFob(keyFobNumber),
  // key fobs in use appear in the member's row
  inList: (keyFobRecord) =>
    keyFobRecord.memberId === null
      ? {
          list: lists.employees(keyFobRecord.partnerId),
          sorts: rosterSorts({
            keyFobNumber: keyFobRecord.number,
            keyFobStatusName: keyFobStatusName(keyFobRecord.keyFobStatusId),
          }),
          words: [keyFobRecord.number],
        }
      : null,
});

export const loadKeyFobs = (numbers: readonly string[]): Promise<KeyFob[]> =>
  getMany(keyFobEntity, numbers.map(keys.keyFob));

export const loadKeyFob = (keyFobNumber: string): Promise<KeyFob> =>
  mustGet(keyFobEntity, keys.keyFob(keyFobNumber), 'Key fob not found.');

export const keyFobInUse = (keyFobNumber: string): string =>
  `Key fob must be unique. Item with ${keyFobNumber} already exist.`;

/** Returns the writes that add a key fob (`before` null), change it, or delete it (`after` null). */
export const keyFobChange = (before: KeyFob | null, after: KeyFob | null): Change[] =>
  change(keyFobEntity, before, after, {
    lost: before
      ? new Refusal('conflict', 'Someone else changed this key fob. Reload and try again.')
      : new Refusal('conflict', keyFobInUse(after?.number ?? ''), 'keyFobNumber'),
  });
