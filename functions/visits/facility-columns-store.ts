import * as z from 'zod';
import { dateOrder } from '../../shared/employees/date-order.ts';
import { Refusal } from '../../shared/refusal.ts';
import { facilityColumns } from '../../shared/visits/facility-columns.ts';
import { loadFacility } from '../facilities/store.ts';
import { sha256 } from '../platform/digest.ts';
import { change } from '../table/change.ts';
import { entity } from '../table/entity.ts';
import { keys } from '../table/keys.ts';
import { get } from '../table/table.ts';
import type { Change } from '../table/write.ts';

const storedColumns = z.object({
  /** The facility of a facility manager, 'AF' for the facilities of the chain, or 'all' for files of administrators. */
  owner: z.string(),
  /** Identifies the export format by its titles. */
  titlesDigest: z.string(),
  columns: facilityColumns,
  dateOrder: dateOrder.nullable(),
  version: z.int(),
});
type StoredColumns = z.output<typeof storedColumns>;

const columnsEntity = entity({
  name: 'club columns',
  schema: storedColumns,
  key: ({ owner, titlesDigest }) => keys.clubColumns(owner, titlesDigest),
});

/** Selected columns of an export format: those of the own club or administrator, and those of the chain. */
export interface SelectedColumns extends Pick<StoredColumns, 'columns' | 'dateOrder'> {
  own: StoredColumns;
  /** Undefined for a club outside of the chain. */
  ofChain: StoredColumns | undefined;
}

const chain = 'AF';

/**
 * Returns the columns that were selected for files with these titles: by the club (`null` for administrators),
 * otherwise by a club of its chain, because clubs of a chain use one system.
 */
export async function loadFacilityColumns(
  ownFacility: string | null,
  header: readonly string[],
): Promise<SelectedColumns> {
  const titlesDigest = sha256(JSON.stringify(header)).slice(0, 16);
  const columnsOf = async (owner: string) =>
    (await get(columnsEntity, keys.clubColumns(owner, titlesDigest))) ?? {
      owner,
      titlesDigest,
      columns: {},
      dateOrder: null,
      version: 0,
    };
  const isOfChain = ownFacility === null || (await loadFacility(ownFacility)).isAf;
  const [own, ofChain] = await Promise.all([
    columnsOf(ownFacility ?? 'all'),
    isOfChain ? columnsOf(chain) : undefined,
  ]);
  const { columns, dateOrder: order } = own.version === 0 && ofChain ? ofChain : own;
  return { columns, dateOrder: order, own, ofChain };
}

/** Returns the writes that store a selection; the first one of a club of the chain is the chain's. */
export const facilityColumnsChange = (
  { own, ofChain }: SelectedColumns,
  chosen: Pick<StoredColumns, 'columns' | 'dateOrder'>,
): Change[] => [
  ...storedChange(own, chosen),
  ...(ofChain?.version === 0 && own.owner !== 'all' ? storedChange(ofChain, chosen) : []),
];

const storedChange = (
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
