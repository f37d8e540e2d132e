import * as z from 'zod';
import { loadMembers, memberChange } from '../members/store.ts';
import { lateVisitChanges } from '../payments/late-visits.ts';
import type { Change } from '../table/write.ts';
import { keys } from '../table/keys.ts';
import { queryItems } from '../table/table.ts';
import { sizeOf } from '../table/transact.ts';
import { visitors } from './visitor-store.ts';

/** A position among the stored visitors: a part, and the number of its visitors that are done. */
export const visitorPosition = z.object({ after: z.string(), done: z.int() });
export type VisitorPosition = z.output<typeof visitorPosition>;

// each reads about thirty items
const lateVisitorsAtOnce = 40;
const mostWrites = 85;

/** Returns the writes that settle late visits of the next visitors; `next` is null at the end. */
export async function lateVisitorChanges(
  jobId: string,
  { after, done }: VisitorPosition,
  now: Date,
): Promise<{ changes: Change[]; next: VisitorPosition | null }> {
  const { pk, sk } = keys.visitors(jobId, '');
  const { items } = await queryItems(pk, { beginsWith: sk, limit: 1, ...(after && { after }) });
  const [part] = items;
  if (!part) return { changes: [], next: null };
  const waiting = visitors.parse(part.visitors).toSorted((a, b) => a.memberId.localeCompare(b.memberId));
  const came = Map.groupBy(waiting, ({ memberId }) => memberId);
  const ids = [...came.keys()].slice(done, done + lateVisitorsAtOnce);
  const members = await loadMembers(ids, { consistent: true });
  const settled = await Promise.all(
    members.map(async (before) => {
      const months = (came.get(before.id) ?? []).map(({ periodId }) => periodId);
      const { member, changes } = await lateVisitChanges(before, months, now);
      if (member === before && changes.length === 0) return [];
      return [...memberChange(before, member), ...changes];
    }),
  );
  const changes: Change[] = [];
  let count = 0;
  for (const ofMember of settled) {
    if (count > 0 && sizeOf([...changes, ...ofMember]) > mostWrites) break;
    changes.push(...ofMember);
    count += 1;
  }
  const isWhole = count === members.length && done + ids.length >= came.size;
  const next = isWhole
    ? { after: String(part.sk), done: 0 }
    : { after, done: done + (count === members.length ? ids.length : count) };
  return { changes, next };
}
