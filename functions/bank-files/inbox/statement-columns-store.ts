import * as z from 'zod';
import { statementColumnsError, statementSource } from '../../../shared/bank-files/statement-columns.ts';
import { statementColumns, type StatementColumns } from '../../../shared/bank-files/inbox-file.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { sha256 } from '../../platform/digest.ts';
import { auditWrite } from '../../table/audit.ts';
import { environmentBankSettings } from '../../table/bank-settings.ts';
import { change } from '../../table/change.ts';
import { entity } from '../../table/entity.ts';
import { keys } from '../../table/keys.ts';
import { get } from '../../table/table.ts';
import type { Change } from '../../table/write.ts';
import { rowsOfTable } from './read-received.ts';

const storedColumns = z.object({
  /** Routing number of the bank, and a digest of the form of its downloads. */
  bank: z.string(),
  source: z.string(),
  columns: statementColumns,
  version: z.int(),
});
type StoredColumns = z.output<typeof storedColumns>;

const columnsEntity = entity({
  name: 'statement columns',
  schema: storedColumns,
  key: ({ bank, source }) => keys.statementColumns(bank, source),
});

/** A table that may be a statement, with the columns that were selected for its source. */
export interface StatementTable {
  rows: NonNullable<ReturnType<typeof rowsOfTable>>;
  bank: string;
  source: string;
  stored: StoredColumns | undefined;
}

/** Returns the table of a received file; undefined for files that are no statement in columns. */
export async function loadStatementTable(bytes: Uint8Array): Promise<StatementTable | undefined> {
  const rows = rowsOfTable(bytes);
  const form = rows && statementSource(rows);
  if (!rows || form === undefined) return undefined;
  const bank = environmentBankSettings?.destination ?? 'none';
  const source = sha256(form).slice(0, 16);
  return { rows, bank, source, stored: await get(columnsEntity, keys.statementColumns(bank, source)) };
}

/** Throws ('invalid') if selected columns do not fit the table. */
export function requireFitting({ rows }: Pick<StatementTable, 'rows'>, columns: StatementColumns): void {
  const error = statementColumnsError(rows, columns);
  if (error !== '') throw new Refusal('invalid', error, 'file');
}

/** Returns the columns that were selected for the source; undefined if they do not fit the table, so that they are selected again. */
export const fittingColumns = ({ rows, stored }: StatementTable): StatementColumns | undefined =>
  stored && statementColumnsError(rows, stored.columns, true) === '' ? stored.columns : undefined;

/** Returns the writes that store a selection for the next files of the source. */
export const statementColumnsChange = (
  { bank, source, stored }: StatementTable,
  columns: StatementColumns,
  { who, now }: { who: string; now: Date },
): Change[] => [
  ...change(
    columnsEntity,
    stored ?? null,
    { ...(stored ?? { bank, source, version: 0 }), columns },
    {
      lost: new Refusal(
        'conflict',
        'Someone else selected these columns. Nothing was changed. Add the file again.',
      ),
    },
  ),
  auditWrite(
    {
      name: 'statement columns selected',
      subject: `statement source ${source}`,
      who,
      ...(stored && { before: { ...stored.columns } }),
      after: { ...columns },
    },
    now,
  ),
];
