import * as z from 'zod';
import { activityEntry } from '../../functions/table/audit.ts';
import { itemOf } from '../../functions/table/change.ts';
import { lists } from '../../functions/table/keys.ts';
import { parseRow } from '../../functions/table/table.ts';
import { visitEntity } from '../../functions/visits/store.ts';
import { auditEventNames } from '../../shared/audit-event.ts';
import { UserError } from '../local/tools/user-error.ts';
import { reform } from './lift-row.ts';
import { countLines, walkTable, type Walk } from './walk-table.ts';

interface Migration extends Omit<Walk, 'name'> {
  /** One sentence. */
  does: string;
}

const listedEvent = z.object({
  list: z.string(),
  s1: z.string(),
  name: z.enum(auditEventNames),
  when: z.string(),
});

/** Migrations of rows from earlier releases, by name. Releases must read both shapes until a migration is complete. */
const migrations: Readonly<Record<string, Migration>> = {
  'visits-by-last-name': {
    does: 'Lists visits of earlier releases by last name.',
    entities: [visitEntity.name],
    plan: (row) => {
      const { s5 } = itemOf(visitEntity, parseRow(visitEntity, row));
      if (row.s5 === s5) return { counted: 'listed already' };
      return { counted: 'listed by last name', carryOut: () => reform(row, { s5 }) };
    },
  },
  'activity-of-managers': {
    does: 'Lists events of earlier releases for the managers who see them.',
    entities: ['audit event'],
    plan: (row) => {
      const event = listedEvent.safeParse(row).data;
      if (!event?.list.startsWith(lists.activity(''))) return { counted: 'in no activity list' };
      const { list: _, s1: __, ...columns } = activityEntry('', { ...event, id: '' });
      const listed = Object.fromEntries(Object.keys(columns).map((column) => [column, event.s1]));
      if (Object.keys(listed).every((column) => row[column] !== undefined))
        return { counted: 'listed already' };
      return { counted: 'listed for managers', carryOut: () => reform(row, listed) };
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
