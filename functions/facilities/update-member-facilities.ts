import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { Facility } from '../../shared/facilities/facility.ts';
import { atFacility, type Member } from '../../shared/members/member.ts';
import { beginOnce } from '../jobs/begin.ts';
import { takeFitting } from '../jobs/fitting.ts';
import { defineJob } from '../jobs/job-kind.ts';
import { pageOfMembers } from '../members/member-row-store.ts';
import { loadMembers, memberChange } from '../members/store.ts';
import type { Change } from '../table/write.ts';
import { loadFacility } from './store.ts';

/** True when the change affects data that is copied to the facility's members. */
export const needsCarrying = (before: Facility, after: Facility): boolean =>
  !isDeepStrictEqual(atFacility(before), atFacility(after));

/** Starts the job that copies a facility's name and flags to its members; a job that exists is resumed. */
export async function beginCarryingFacility(facilityId: string, id: string, userId: string, now: Date) {
  await beginOnce(
    {
      id,
      kind: 'club members',
      input: { facilityId },
      total: 0,
      message: 'Updating the facility of its members.',
    },
    { userId },
    now,
  );
}

const membersOfPage = 10;
/** Longer than a request and the delay of the list index. */
const repeatedAfterMs = 60_000;
const position = z.object({
  page: z.string().nullable(),
  pending: z.array(z.string()),
  isLastPage: z.boolean(),
  /** The members are read again, after the requests that had read the facility before it changed. */
  isRepeated: z.boolean().default(false),
});
type Position = z.output<typeof position>;
const start = { page: null, pending: [], isLastPage: false };

export const updateMemberFacilities = defineJob({
  input: z.object({ facilityId: z.string() }),
  cursor: position.default({ ...start, isRepeated: false }),
  step: async ({ input: { facilityId }, cursor: from, now }) => {
    const facility = await loadFacility(facilityId);
    const read = from.pending.length > 0 ? from : await nextPage(facilityId, from);
    const members = await loadMembers(read.pending);
    const { changes, itemCount: done } = await takeFitting(read.pending, (id) => {
      const member = members.find((candidate) => candidate.id === id);
      return { changes: member?.facilityId === facilityId ? carried(member, facility) : [] };
    });
    const pending = read.pending.slice(done);
    const isRead = pending.length === 0 && read.isLastPage;
    const updating = { changes, done, message: 'Updating the facility of its members.' };
    if (!isRead) return { ...updating, next: { ...read, pending } };
    return from.isRepeated
      ? { ...updating, next: null, message: 'The members were updated.' }
      : {
          ...updating,
          next: { ...start, isRepeated: true },
          notBefore: new Date(now.getTime() + repeatedAfterMs),
        };
  },
});

function carried(member: Member, facility: Facility): Change[] {
  const after = { ...member, ...atFacility(facility) };
  return isDeepStrictEqual(member, after) ? [] : memberChange(member, after);
}

async function nextPage(facilityId: string, from: Position): Promise<Position> {
  const page = await pageOfMembers(facilityId, { pageSize: membersOfPage, cursor: from.page ?? undefined });
  return {
    ...from,
    pending: page.items.map(({ memberId }) => memberId),
    page: page.nextCursor,
    isLastPage: page.nextCursor === null,
  };
}
