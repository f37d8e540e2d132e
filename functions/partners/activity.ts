import { activityText } from '../../shared/partners/activity.ts';
import { partners } from '../../shared/partners/contract.ts';
import { loadUserNames } from '../bank-files/user-names.ts';
import { handle } from '../platform/handle.ts';
import { activityOf } from './activity-store.ts';

export const handler = handle(partners.activity, async ({ params, query, caller }) => {
  const { events, nextCursor } = await activityOf(params.partnerId, query.cursor);
  const names = await loadUserNames(events.map(({ who }) => who));
  const items = events.map(({ sk, name, who, when, before, after }) => ({
    id: sk,
    when,
    who: names.get(who) ?? 'Wellport',
    text: activityText(name, { ...before, ...after }),
    reason: caller.role === 'systemAdmin' ? (after?.reason ?? null) : null,
  }));
  return { items, totalCount: null, nextCursor };
});
