import * as z from 'zod';
import { columnMapping, type ColumnMapping } from '../../shared/employees/column-questions.ts';
import { dateOrder, type DateOrder } from '../../shared/employees/date-order.ts';
import { Refusal } from '../../shared/refusal.ts';
import { change } from '../table/change.ts';
import type { Change } from '../table/write.ts';
import { entity } from '../table/entity.ts';
import { keys } from '../table/keys.ts';
import { get } from '../table/table.ts';

const storedMapping = z.object({
  partnerId: z.string(),
  columns: columnMapping,
  /** Titles of ignored columns. */
  ignored: z.array(z.string()).default([]),
  /** Date order for files with dates that fit both orders. */
  dateOrder: dateOrder.nullable().default(null),
  version: z.int(),
});
export type StoredMapping = z.output<typeof storedMapping>;

const mappingEntity = entity({
  name: 'upload columns',
  schema: storedMapping,
  key: ({ partnerId }) => keys.uploadColumns(partnerId),
});

/** Returns the manually selected columns of a partner's files; version 0 if there are none. */
export const loadColumnMapping = async (partnerId: string): Promise<StoredMapping> =>
  (await get(mappingEntity, keys.uploadColumns(partnerId))) ?? {
    partnerId,
    columns: {},
    ignored: [],
    dateOrder: null,
    version: 0,
  };

/** Returns the writes that store the column mapping; `version` is the one that the user saw. */
export function columnMappingChange(
  before: StoredMapping,
  chosen: {
    columns: ColumnMapping;
    ignored?: string[] | undefined;
    dateOrder?: DateOrder | undefined;
    version: number;
  },
): Change[] {
  const lost = new Refusal(
    'conflict',
    'Someone else changed the columns of your files. Nothing was saved. Check the file again.',
  );
  const { columns, version, ignored = before.ignored, dateOrder: order = before.dateOrder } = chosen;
  if (before.version !== version) throw lost;
  const after = { ...before, columns, ignored, dateOrder: order };
  return change(mappingEntity, version === 0 ? null : before, after, { lost });
}
