import * as z from 'zod';
import { checkTransferTarget } from '../../shared/enrollment/enrollment.ts';
import { transferMessage } from '../../shared/members/transfer.ts';
import { Refusal } from '../../shared/refusal.ts';
import { loadFacility, unchangedFacility } from '../facilities/store.ts';
import { countResults, takeFitting } from '../jobs/fitting.ts';
import { defineJob, JobStopped } from '../jobs/job-kind.ts';
import { loadPartFrom } from '../platform/stored-parts.ts';
import { pageOfMembers } from './member-row-store.ts';
import { loadMembers } from './store.ts';
import { transferStep } from './transfer-member.ts';
import { storeTransferResults, transferIds } from './transfer-store.ts';

/** A transfer of members by ID, or of all members of a search. */
const transferInput = z.object({
  facilityId: z.string(),
  search: z.object({ facilityId: z.string().optional(), filter: z.string().optional() }).nullable(),
  /** Number of stored IDs; 0 for a search. */
  ids: z.int(),
});

/**
 * Position of the job: completed steps and processed IDs; for a search, the unprocessed IDs and the next page. IDs are
 * stored instead of positions, because transferred members leave the facility's list.
 */
const position = z.object({
  steps: z.int(),
  dealtWith: z.int(),
  pending: z.array(z.string()),
  page: z.string().nullable(),
  isLastPage: z.boolean(),
});
type Position = z.output<typeof position>;

const membersOfPage = 20;

/** Transfers as many members per step as fit into one transaction. Members who moved already remain, with the reason. */
export const membersTransfer = defineJob({
  input: transferInput,
  cursor: position.default({ steps: 0, dealtWith: 0, pending: [], page: null, isLastPage: false }),
  step: async ({ jobId, input, cursor: from, startedBy, now }) => {
    const to = await loadFacility(input.facilityId);
    mustStillTakeMembers(() => checkTransferTarget(to));
    const read = await idsFrom(jobId, input, from);
    const some = read.pending.slice(0, membersOfPage);
    const members = new Map(
      (await loadMembers(some, { consistent: true })).map((member) => [member.id, member]),
    );
    const { results: steps, changes } = await takeFitting(some, (memberId) =>
      transferStep({ memberId, member: members.get(memberId), to, who: startedBy, now }),
    );
    const results = steps.map(({ result }) => result);
    const pending = read.pending.slice(results.length);
    const dealtWith = from.dealtWith + results.length;
    const isDone = input.search ? pending.length === 0 && read.isLastPage : dealtWith >= input.ids;
    const next = isDone
      ? null
      : { ...read, steps: from.steps + 1, dealtWith, pending: input.search ? pending : [] };
    const { tally, total } = await countResults(jobId, results, isDone);
    return {
      changes: [
        ...changes,
        ...(changes.length > 0 ? [unchangedFacility(to)] : []),
        ...(results.length > 0 ? [storeTransferResults(jobId, from.steps, results)] : []),
      ],
      done: results.length,
      next,
      tally,
      message: next
        ? `Transferring members to ${to.name}.`
        : transferMessage(total.changed, total.failed, to.name),
    };
  },
});

/** Fails the job if the facility was put on hold, because a retry would not help. */
function mustStillTakeMembers(check: () => void): void {
  try {
    check();
  } catch (error) {
    throw error instanceof Refusal ? new JobStopped(error.message) : error;
  }
}

/** Returns the position with unprocessed IDs: stored ones, or those of the next search page. */
async function idsFrom(
  jobId: string,
  { search }: z.output<typeof transferInput>,
  from: Position,
): Promise<Position> {
  if (!search) return { ...from, pending: await loadPartFrom(transferIds, jobId, from.dealtWith) };
  if (from.pending.length > 0) return from;
  // sorted by name, which a transfer does not change, so no member is skipped
  const page = await pageOfMembers(search.facilityId, {
    filter: search.filter,
    pageSize: membersOfPage,
    cursor: from.page ?? undefined,
  });
  return {
    ...from,
    pending: page.items.map(({ memberId }) => memberId),
    page: page.nextCursor,
    isLastPage: page.nextCursor === null,
  };
}
