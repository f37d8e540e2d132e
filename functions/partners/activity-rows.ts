import { activityText, readerWithAccess, type ActivityRow } from '../../shared/partners/activity.ts';
import type { ActivityReader } from '../../shared/partners/activity-readers.ts';
import { loadUserNames } from '../users/store.ts';
import { loadMembers } from '../members/store.ts';
import type { Caller } from '../users/caller.ts';
import { accessOf } from '../users/user.ts';
import type { PartnerEvent } from './activity-store.ts';

/** Returns the reader that a caller of an activity list is: by default the one with the least access. */
export function readerOf({ role, user }: Pick<Caller, 'role' | 'user'>): ActivityReader {
  if (role === 'systemAdmin') return 'administrators';
  return readerWithAccess((user && accessOf(user)) ?? 'roster');
}

const memberOf = ({ subject }: PartnerEvent): string | undefined => /^member (.+)$/.exec(subject)?.[1];

/** Formats events with user and member names. Reasons for viewing full numbers are for administrators only. */
export async function activityRows(
  events: readonly PartnerEvent[],
  reader: ActivityReader,
): Promise<ActivityRow[]> {
  const [users, members] = await Promise.all([
    loadUserNames(events.map(({ who }) => who)),
    loadMembers([...new Set(events.flatMap((event) => memberOf(event) ?? []))]),
  ]);
  const names = new Map(members.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`]));
  return events.map((event) => ({
    id: `${event.subject} ${event.sk}`,
    when: event.when,
    who: users.get(event.who) ?? 'Wellport',
    text: activityText(event.name, { ...event, of: names.get(memberOf(event) ?? '') ?? 'a member' }),
    reason: reader === 'administrators' ? (event.after?.reason ?? null) : null,
  }));
}
