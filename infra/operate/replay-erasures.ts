import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { erasePerson } from '../../functions/privacy/erase-person-store.ts';
import { keys } from '../../functions/table/keys.ts';
import { eachItem } from '../../functions/table/table.ts';
import { loadUser } from '../../functions/users/store.ts';
import { loadVoucher } from '../../functions/vouchers/store.ts';
import { loadMember } from '../../functions/members/store.ts';
import { addressOfSignUp } from '../../functions/employees/sign-up-store.ts';
import { leaveChanges } from '../../functions/employees/member-after-end.ts';
import { transact } from '../../functions/table/transact.ts';
import { dateInChicago } from '../../shared/calendar.ts';
import { deleted, waitingToDelete } from '../../shared/members/member.ts';
import { moveMember } from '../../shared/members/membership-status.ts';
import { nextCommand } from './deployment.ts';
import { Refusal } from '../../shared/refusal.ts';
import { UserError } from '../local/tools/user-error.ts';

const eventName = 'person erased';

/**
 * Repeats erasures in a restored table that is in use: those whose audit event is in the former table and not in this
 * one. A repeated call continues. Throws with the erasures that are refused, such as those of members whose membership
 * has not ended in the restored data.
 *
 * @param options endMemberships: ends those memberships here, because the portal accepts no change during a stop
 */
export async function replayErasures(
  former: string,
  inUse: string,
  now: Date,
  { endMemberships = false }: { endMemberships?: boolean } = {},
): Promise<string> {
  if (former === inUse)
    throw new UserError(
      'Name the table that was used before the restore: replay-erasures <table>. It must differ from the table in use.',
    );
  const lines: string[] = [];
  const refused: string[] = [];
  for (const subject of await erasedSubjects(former)) {
    if (await isErasedHere(subject)) continue;
    try {
      if (endMemberships) await endMembershipsOf(subject, now);
      const name = await nameOf(subject);
      if (name === undefined) continue;
      const { erased } = await erasePerson(name, 'operator', now);
      lines.push(`${subject}: ${erased}`);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.push(`${subject}: ${error.message}`);
    }
  }
  const done = lines.length === 0 ? 'No erasure had to be repeated.' : `Repeated:\n${lines.join('\n')}`;
  if (refused.length > 0)
    throw new UserError(
      `${done}\n\nRefused:\n${refused.join('\n')}\n\nThe former table contains the end of these memberships. To end them before their erasure: ${nextCommand(`replay-erasures ${former} --end-memberships`)}`,
    );
  return done;
}

/** Returns the subjects of erasures in a table, oldest first: `member M1`, `voucher V1`, `sign-up 1-S1`, `user U1`. */
async function erasedSubjects(TableName: string): Promise<string[]> {
  const events: { subject: string; when: string }[] = [];
  const pages = paginateScan(
    { client: DynamoDBDocumentClient.from(new DynamoDBClient({})) },
    {
      TableName,
      FilterExpression: 'entity = :entity AND #name = :name',
      ProjectionExpression: 'subject, #when',
      ExpressionAttributeNames: { '#name': 'name', '#when': 'when' },
      ExpressionAttributeValues: { ':entity': 'audit event', ':name': eventName },
    },
  );
  for await (const { Items = [] } of pages) events.push(...(Items as typeof events));
  const ordered = events.toSorted((left, right) => (left.when < right.when ? -1 : 1));
  // a user is erased with the memberships, which name the person even without a login
  const first = ordered.filter(({ subject }) => !subject.startsWith('user '));
  return [...new Set([...first, ...ordered].map(({ subject }) => subject))];
}

/** Ends the membership of a subject that is a member, today. */
async function endMembershipsOf(subject: string, now: Date): Promise<void> {
  const today = dateInChicago(now);
  const [kind, id = ''] = subject.split(' ');
  if (kind !== 'member') return;
  const member = await loadMember(id);
  if (member.invitationStatus === deleted) return;
  const leaving =
    member.invitationStatus === waitingToDelete
      ? member
      : moveMember(member, 'leave', { today, membersPay: false, isCollecting: false });
  const after =
    leaving.invitationStatus === waitingToDelete ? moveMember(leaving, 'endMembership', { today }) : leaving;
  await transact(...(await leaveChanges(member, after, 'operator', now)));
}

async function isErasedHere(subject: string): Promise<boolean> {
  for await (const event of eachItem(keys.audit(subject, '', '').pk))
    if ((event as { name?: unknown }).name === eventName) return true;
  return false;
}

/** Returns a member ID or an email address of the person; undefined for a sign-up that was not restored. */
async function nameOf(subject: string): Promise<string | undefined> {
  const [kind = '', id = ''] = subject.split(' ');
  if (kind === 'member') return id;
  if (kind === 'sign-up') return addressOfSignUp(id);
  if (kind === 'voucher') return (await loadVoucher(id)).recipientEmail;
  const user = await loadUser(id);
  if (!user) throw new Refusal('not-found', 'The restored data do not contain this user.');
  return user.email;
}
