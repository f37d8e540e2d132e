import * as z from 'zod';
import { dateOrder } from '../../shared/employees/date-order.ts';
import { Refusal } from '../../shared/refusal.ts';
import { clubColumns } from '../../shared/visits/club-columns.ts';
import { sha256 } from '../platform/digest.ts';
import { change } from '../table/change.ts';
import { entity } from '../table/entity.ts';
import { keys } from '../table/keys.ts';
import { get } from '../table/table.ts';
import type { Change } from '../table/write.ts';

const storedColumns = z.object({
  /** The facility of a facility manager, or 'all' for files of administrators, which can contain a chain. */
  owner: z.string(),
  /** Identifies the export format by its titles. */
  titlesDigest: z.string(),
  columns: clubColumns,
  dateOrder: dateOrder.nullable(),
  version: z.int(),
});
type StoredColumns = z.output<typeof storedColumns>;

const columnsEntity = entity({
  name: 'club columns',
  schema: storedColumns,
  key: ({ owner, titlesDigest }) => keys.clubColumns(owner, titlesDigest),
});

/** Returns the columns that were selected for files of a club with these titles; version 0 if none were. */
export async function loadClubColumns(
  ownClub: string | null,
  header: readonly string[],
): Promise<StoredColumns> {
  const owner = ownClub ?? 'all';
  const titlesDigest = sha256(JSON.stringify(header)).slice(0, 16);
  return (
    (await get(columnsEntity, keys.clubColumns(owner, titlesDigest))) ?? {
      owner,
      titlesDigest,
      columns: {},
      dateOrder: null,
      version: 0,
    }
  );
}

export const clubColumnsChange = (
  before: StoredColumns,
  chosen: Pick<StoredColumns, 'columns' | 'dateOrder'>,
): Change[] =>
  change(
    columnsEntity,
    before.version === 0 ? null : before,
    { ...before, ...chosen },
    {
      lost: new Refusal(
        'conflict',
        'Someone else changed these columns. Nothing was imported. Check the file again.',
      ),
    },
  );
