import { AddressRefused } from '../../functions/platform/email.ts';
import { findPoolUser } from '../../functions/platform/user-pool.ts';
import { parseRow } from '../../functions/table/table.ts';
import { renewSignIn } from '../../functions/users/renew-sign-in.ts';
import { poolIdOf, userEntity } from '../../functions/users/user.ts';
import { countLines, walkTable, type Plan, type Row } from './walk-table.ts';

/**
 * Gives all users of the table a sign-in in the stage's pool, with their group, and invites each to choose a new
 * password: for when the pool is lost. Without `carryOut` it only counts. Who logs in as before is passed over. Goes on where it ended; `again` begins
 * anew, which emails a newer link to whoever has not chosen a password yet.
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
      ? 'Every user of the table is dealt with:'
      : 'Nothing was changed. With --carry-out this is done:',
    ...countLines(counts),
  ].join('\n');
}

const planFor =
  (now: Date) =>
  async (row: Row): Promise<Plan> => {
    const user = parseRow(userEntity, row);
    if (user.disabled) return { counted: 'removed, not invited' };
    const known = await findPoolUser(user.email);
    if (known?.hasPassword && known.id === poolIdOf(user)) return { counted: 'logs in as before' };
    return {
      counted: 'invited to choose a new password',
      carryOut: async () => {
        try {
          await renewSignIn(user, now);
          return undefined;
        } catch (problem) {
          if (!(problem instanceof AddressRefused)) throw problem;
          return 'added, but the email address is refused';
        }
      },
    };
  };
