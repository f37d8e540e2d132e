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
  key: ({ number }) => keys.keyFob(number),
  // key fobs in use appear in the member's row
  inList: (fob) =>
    fob.memberId === null
      ? {
          list: lists.employees(fob.partnerId),
          sorts: rosterSorts({
            keyFobNumber: fob.number,
            keyFobStatusName: keyFobStatusName(fob.keyFobStatusId),
          }),
          words: [fob.number],
        }
      : null,
});

export const loadKeyFobs = (numbers: readonly string[]): Promise<KeyFob[]> =>
  getMany(keyFobEntity, numbers.map(keys.keyFob));

export const loadKeyFob = (number: string): Promise<KeyFob> =>
  mustGet(keyFobEntity, keys.keyFob(number), 'Key fob not found.');

export const keyFobTaken = (number: string): string =>
  `Key fob must be unique. Item with ${number} already exist.`;

/** Returns the writes that add a key fob (`before` null), change it, or delete it (`after` null). */
export const keyFobChange = (before: KeyFob | null, after: KeyFob | null): Change[] =>
  change(keyFobEntity, before, after, {
    lost: before
      ? new Refusal('conflict', 'Someone else changed this key fob. Reload and try again.')
      : new Refusal('conflict', keyFobTaken(after?.number ?? ''), 'keyFobNumber'),
  });
