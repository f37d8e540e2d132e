import * as z from 'zod';
import { type Member, waitingToDelete } from '../../shared/members/member.ts';
import { moveMember } from '../../shared/members/membership-status.ts';
import { Refusal } from '../../shared/refusal.ts';
import { takeFitting } from '../jobs/fitting.ts';
import { defineJob } from '../jobs/job-kind.ts';
import { loadMembers } from '../members/store.ts';
import { pageOfPartners } from '../partners/store.ts';
import { errorFields, log } from '../platform/log.ts';
import type { Change } from '../table/write.ts';
import { endedAsPlanned } from '../../shared/employees/membership-rules.ts';
import { mustLoadGroupMembership } from '../group-memberships/store.ts';
import { plannedEndsUntil } from '../members/activation-store.ts';
import { areFirstDuesUnderWay, leaveChanges } from './member-after-end.ts';
import { membersOfStatus } from './roster-store.ts';

/** After a number of partners, and after a page of the next partner's members. */
const position = z.object({
  partners: z.string().nullable().default(null),
  after: z.string().nullable().default(null),
});
type Position = z.output<typeof position>;

/** Members that were read and not processed, and the position after them; null at the end. */
const remaining = z.object({
  pending: z.array(z.string()).default([]),
  following: position.nullable().prefault({}),
  /** The pending members are processed one by one, because a step with several of them failed. */
  isSingle: z.boolean().default(false),
});
type Remaining = z.output<typeof remaining>;

/** About as many as fit into a transaction. */
const membersPerPage = 8;
/** Most pages without a due member per step. */
const pagesPerStep = 40;

/**
 * Ends memberships with a notice period that is over (spec 2 §4), per step as many as fit into one transaction. A
 * membership that cannot be ended is skipped and tried again the next day.
 */
export const endDueMemberships = defineJob({
  input: z.object({ today: z.string() }),
  cursor: remaining.prefault({}),
  step: async ({ input: { today }, cursor, startedBy, now }) => {
    const read = cursor.pending.length > 0 ? cursor : await nextDue(cursor.following, today);
    const ids = read.pending.slice(0, read.isSingle ? 1 : membersPerPage);
    const members = new Map(
      (await loadMembers(ids, { consistent: true })).map((member) => [member.id, member]),
    );
    const ends = await Promise.all(ids.map((id) => endOf(members.get(id), today, startedBy, now)));
    const { results, changes, itemCount } = await takeFitting(ends, (end) => end);
    const failed = results.filter(({ isRefused }) => isRefused).length;
    const changed = results.filter((end) => end.changes.length > 0).length;
    return { changes, done: changed, tally: { changed, failed }, ...afterMembers(read, itemCount) };
  },
  giveUp: async ({ input: { today }, cursor }) => {
    const read = cursor.pending.length > 0 ? cursor : await nextDue(cursor.following, today);
    const [memberId] = read.pending;
    if (memberId === undefined) return undefined;
    if (read.pending.length > 1 && !read.isSingle)
      return { done: 0, next: { ...read, isSingle: true }, message: 'Ending memberships.' };
    log('warn', 'membership not ended', { memberId });
    return { done: 0, tally: { failed: 1 }, ...afterMembers(read, 1) };
  },
});

/** Returns the start of the next step after a number of pending members, and its message. */
function afterMembers(read: Remaining, count: number): { next: Remaining | null; message: string } {
  const pending = read.pending.slice(count);
  return pending.length === 0 && read.following === null
    ? { next: null, message: 'Memberships were ended after their last day.' }
    : {
        next: { ...read, pending, isSingle: read.isSingle && pending.length > 0 },
        message: 'Ending memberships.',
      };
}

/** Returns the writes that end a membership; none if it is not due by its current record or cannot be ended. */
async function endOf(
  member: Member | undefined,
  today: string,
  who: string,
  now: Date,
): Promise<{ changes: Change[]; isRefused: boolean }> {
  if (!member || !isDue(member, today)) return { changes: [], isRefused: false };
  try {
    const { programPaymentTypeId } = await mustLoadGroupMembership(member.partnerId);
    const after = member.endsOn
      ? endedAsPlanned(member, await areFirstDuesUnderWay(member, programPaymentTypeId))
      : moveMember(member, 'endMembership', { today });
    return { changes: await leaveChanges(member, after, who, now), isRefused: false };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    log('warn', 'membership not ended', { memberId: member.id, ...errorFields(error) });
    return { changes: [], isRefused: true };
  }
}

const isDue = ({ invitationStatus, leavingOn, endsOn }: Member, today: string): boolean =>
  (invitationStatus === waitingToDelete && leavingOn !== null && leavingOn <= today) ||
  (endsOn !== undefined && endsOn <= today);

/** Reads pages until one has due members. */
async function nextDue(from: Position | null, today: string): Promise<Remaining> {
  let following = from;
  let pending: string[] = [];
  for (let pages = 0; following !== null && pending.length === 0 && pages < pagesPerStep; pages += 1)
    ({ pending, following } = await dueAt(following, today));
  return { pending, following, isSingle: false };
}

async function dueAt(
  from: Position,
  today: string,
): Promise<{ pending: string[]; following: Position | null }> {
  const { rows, cursor } = await pageOfPartners(from.partners, 1);
  const [partner] = rows;
  const nextPartner = cursor === null ? null : { partners: cursor, after: null };
  if (!partner) return { pending: [], following: nextPartner };
  const options = { pageSize: membersPerPage, ...(from.after !== null && { after: from.after }) };
  const planned = from.after === null ? await plannedEndsUntil(partner.id, today) : [];
  const page = await membersOfStatus(partner.id, waitingToDelete, options).next();
  if (page.done) return { pending: planned, following: nextPartner };
  const { members, cursor: after } = page.value;
  const due = members.filter((member) => isDue(member, today)).map(({ id }) => id);
  const pending = [...planned, ...due];
  return { pending, following: after === null ? nextPartner : { ...from, after } };
}
