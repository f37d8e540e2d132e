import { activityText, isPrivateToMember, type ActivityRow } from '../../shared/partners/activity.ts';
import { loadUserNames } from '../users/store.ts';
import { loadMembers } from '../members/store.ts';
import type { Caller } from '../users/caller.ts';
import type { PartnerEvent } from './activity-store.ts';

const memberOf = ({ subject }: PartnerEvent): string | undefined => /^member (.+)$/.exec(subject)?.[1];

/**
 * Formats events with user and member names. Reasons for viewing full numbers, and events about a member's money or
 * visits, are for administrators only.
 */
export async function activityRows(all: readonly PartnerEvent[], caller: Caller): Promise<ActivityRow[]> {
  const events = caller.role === 'systemAdmin' ? all : all.filter(({ name }) => !isPrivateToMember(name));
  const [users, members] = await Promise.all([
    loadUserNames(events.map(({ who }) => who)),
    loadMembers([...new Set(events.flatMap((event) => memberOf(event) ?? []))]),
  ]);
  const names = new Map(members.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`]));
  return events.map((event) => ({
    id: `${event.subject} ${event.sk}`,
    when: event.when,
    who: users.get(event.who) ?? 'Wellport',
    text: activityText(event.name, {
      ...event.before,
      ...event.after,
      of: names.get(memberOf(event) ?? '') ?? 'a member',
      fromStatus: event.before?.invitationStatus,
      fromNumber: event.before?.number,
    }),
    reason: caller.role === 'systemAdmin' ? (event.after?.reason ?? null) : null,
  }));
}
