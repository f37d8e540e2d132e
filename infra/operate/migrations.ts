import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { errorName } from '../../shared/error-name.ts';
import { Refusal } from '../../shared/refusal.ts';
import { itemOf } from '../../functions/table/change.ts';
import { client, tableName } from '../../functions/table/client.ts';
import { parseRow } from '../../functions/table/table.ts';
import { visitEntity } from '../../functions/visits/store.ts';
import { UserError } from '../local/tools/user-error.ts';
import { countLines, walkTable, type Row, type Walk } from './walk-table.ts';

interface Migration extends Omit<Walk, 'name'> {
  /** One sentence. */
  does: string;
}

const moved = new Refusal('conflict', 'The row was changed in the meantime.');

/** Adds a missing index column; the row and its version remain unchanged. */
async function addColumn({ pk, sk, version }: Row, column: string, value: unknown): Promise<void> {
  try {
    await client.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: { pk, sk },
        UpdateExpression: 'SET #column = :value',
        ConditionExpression: 'attribute_exists(pk) AND #version = :version',
        ExpressionAttributeNames: { '#column': column, '#version': 'version' },
        ExpressionAttributeValues: { ':value': value, ':version': version },
      }),
    );
  } catch (error) {
    if (errorName(error) === 'ConditionalCheckFailedException') throw moved;
    throw error;
  }
}

/** Migrations of rows from earlier releases, by name. Releases must read both shapes until a migration is complete. */
const migrations: Readonly<Record<string, Migration>> = {
  'visits-by-last-name': {
    does: 'Lists visits of earlier releases by last name.',
    entities: [visitEntity.name],
    plan: (row) => {
      const { s5 } = itemOf(visitEntity, parseRow(visitEntity, row));
      if (row.s5 === s5) return { counted: 'listed already' };
      return { counted: 'listed by last name', carryOut: () => addColumn(row, 's5', s5) };
    },
  },
};

/**
 * Runs a migration over the whole table while the portal is in use. Without `carryOut`, it is a dry run. Resumes after
 * an interruption.
 */
export async function migrate(
  name: string,
  { carryOut, again }: { carryOut: boolean; again: boolean },
): Promise<string> {
  const migration = migrations[name];
  if (!migration)
    throw new UserError(
      `Choose a migration:\n${Object.entries(migrations)
        .map(([known, { does }]) => `  ${known}\n    ${does}`)
        .join('\n')}`,
    );
  const counts = await walkTable({ name: `migration ${name}`, ...migration }, { dryRun: !carryOut, again });
  return [
    carryOut
      ? `${name} is complete:`
      : 'Nothing was changed. With --carry-out, the following changes are made:',
    ...countLines(counts),
  ].join('\n');
}
