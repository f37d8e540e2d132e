import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { settingsTtlMs } from '../../functions/table/deployed-settings.ts';
import { errorName } from '../../shared/refusal.ts';
import { now, wait } from '../local/tools/time-and-chance.ts';
import { UserError } from '../local/tools/user-error.ts';
import { restoredSuffix } from '../permissions/table-use.ts';
import { isStopped, operatorValues, saveOperatorValues } from './settings-table.ts';
import { nextCommand } from './deployment.ts';

/**
 * Makes all functions use another table: one that `restore` created, or the stage's own (`own`). It takes half a minute,
 * because functions read their settings that often, and needs no deployment. All changes must be stopped meanwhile, so
 * that no change is written to the other table. Deployments and rollbacks do not change the choice.
 */
export async function switchTable(to: string, own: string): Promise<string> {
  const target = to === 'own' ? own : to;
  if (target !== own && !new RegExp(`^${own}${restoredSuffix(String.raw`\d{8}T\d{6}Z`)}$`).test(target))
    throw new UserError(`Name a table that restore created, or own. The portal's own table is ${own}.`);
  if (!(await isStopped()))
    throw new UserError(`Nothing was changed: stop all changes first (${nextCommand('stop')}).`);
  const status = await statusOf(target);
  if (status !== 'ACTIVE') throw new UserError(`Nothing was changed: ${target} is ${status}.`);
  const { TABLE_NAME: before = own, ...others } = await operatorValues();
  await saveOperatorValues(target === own ? others : { ...others, TABLE_NAME: target }, now());
  await wait(settingsTtlMs);
  const back = before === own ? 'own' : before;
  return `Every function uses ${target} instead of ${before}. Verify with smoke and check-ledger, then resume. To revert, during a stop: ${nextCommand(`switch-table ${back}`)}`;
}

const statusOf = async (TableName: string): Promise<string> =>
  new DynamoDBClient({}).send(new DescribeTableCommand({ TableName })).then(
    ({ Table }) => Table?.TableStatus ?? 'unknown',
    (error: unknown) => {
      if (errorName(error) === 'ResourceNotFoundException') return 'missing';
      throw error;
    },
  );
