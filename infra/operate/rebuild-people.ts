import { AddressRefused } from '../../functions/platform/email.ts';
import { findPoolUser } from '../../functions/platform/user-pool.ts';
import { parseRow } from '../../functions/table/table.ts';
import { renewSignIn } from '../../functions/users/renew-sign-in.ts';
import { mayUsePassword } from '../../functions/users/sign-on-store.ts';
import { poolIdOf, userEntity } from '../../functions/users/user.ts';
import { countLines, walkTable, type Plan, type Row } from './walk-table.ts';

/**
 * Creates a login in the stage's pool for every user of the table, with their group, and emails a link to choose a
 * password, after the loss of the pool. Without `carryOut`, it is a dry run. Users who can log in are skipped. Resumes
 * after an interruption; `again` starts over with new links for users who have not chosen a password.
 */
export async function rebuildPeople(
  { carryOut, again }: { carryOut: boolean; again: boolean },
  now: Date,
): Promise<string> {
  const counts = await walkTable(
    { name: 'rebuild people', entities: [userEntity.name], plan: planFor(now) },
    { dryRun: !carryOut, again },
  );
  return [
    carryOut
      ? 'Every user of the table was processed:'
      : 'Nothing was changed. With --carry-out, the following changes are made:',
    ...countLines(counts),
  ].join('\n');
}

const planFor =
  (now: Date) =>
  async (row: Row): Promise<Plan> => {
    const user = parseRow(userEntity, row);
    if (user.disabled) return { counted: 'removed, not invited' };
    const poolUser = await findPoolUser(user.email);
    if (poolUser?.hasPassword && poolUser.id === poolIdOf(user)) return { counted: 'can log in already' };
    return {
      counted: (await mayUsePassword(user))
        ? 'invited to choose a new password'
        : 'emailed to log in at their employer again',
      carryOut: async () => {
        try {
          await renewSignIn(user, now);
          return undefined;
        } catch (error) {
          if (!(error instanceof AddressRefused)) throw error;
          return 'added, but the email address was rejected';
        }
      },
    };
  };
