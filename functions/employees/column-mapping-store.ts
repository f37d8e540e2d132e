import * as z from 'zod';
import { columnMapping, type ColumnMapping } from '../../shared/employees/files/column-mapping.ts';
import { Refusal } from '../../shared/refusal.ts';
import { change, type Change } from '../table/change.ts';
import { entity } from '../table/entity.ts';
import { keys } from '../table/keys.ts';
import { get } from '../table/table.ts';

const storedMapping = z.object({ partnerId: z.string(), columns: columnMapping, version: z.int() });
type StoredMapping = z.output<typeof storedMapping>;

const mappingEntity = entity({
  name: 'upload columns',
  schema: storedMapping,
  key: ({ partnerId }) => keys.uploadColumns(partnerId),
});

/** Which column of a partner's files is what, as it was chosen by hand; version 0 where nothing was. */
export const loadColumnMapping = async (partnerId: string): Promise<StoredMapping> =>
  (await get(mappingEntity, keys.uploadColumns(partnerId))) ?? { partnerId, columns: {}, version: 0 };

/** The writes that keep which column is what; `version` is what the user saw. */
export function columnMappingChange(
  before: StoredMapping,
  { columns, version }: { columns: ColumnMapping; version: number },
): Change[] {
  const lost = new Refusal(
    'conflict',
    'Someone else changed the columns of your files. Nothing was saved. Check the file again.',
  );
  if (before.version !== version) throw lost;
  return change(mappingEntity, version === 0 ? null : before, { ...before, columns }, { lost });
}
