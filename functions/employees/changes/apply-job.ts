import { dateInChicago, showLastDay } from '../../../shared/calendar.ts';
import { formatChanges, splitChanges } from '../../../shared/employees/compare-file.ts';
import {
  leavesAlready,
  type AppliedGroup,
  type RosterChange,
  type RosterChangeRow,
  appliedGroups,
  storedRosterRow,
  takeBackUntil,
} from '../../../shared/employees/roster-change.ts';
import {
  type RosterCapacity,
  type ValidatedRow,
  validEmployee,
} from '../../../shared/employees/employee-rows.ts';
import { withEmail } from '../../../shared/employees/membership-rules.ts';
import { deleted, endOf, type Member } from '../../../shared/members/member.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { mustLoadGroupMembership } from '../../group-memberships/store.ts';
import { memberChanged } from '../../members/status-change.ts';
import { findMember, memberChange, addressesInUse } from '../../members/store.ts';
import { duesSettled } from '../../payments/generation/dues-of-member.ts';
import { loadPayments } from '../../payments/store.ts';
import type { Change } from '../../table/write.ts';
import { replacedBy } from '../../table/put-back.ts';
import {
  leaveParts,
  revokeInvitation,
  memberAfterEnd,
  isDeleted,
  paymentIdsOf,
} from '../member-after-end.ts';
import { membersAdded, rowAddition, loadCapacity } from '../add-members.ts';
import { leaverCounted } from '../leaver-count-store.ts';
import {
  type AppliedRow,
  checkInsOf,
  storeApplied,
  loadRosterChange,
  rosterChangeWrites,
} from './change-store.ts';
import * as z from 'zod';
import { countResults, takeFitting } from '../../jobs/fitting.ts';
import { defineJob } from '../../jobs/job-kind.ts';
import { rosterCompleted } from '../../integrations/webhooks/roster-events.ts';
import { membershipGuards } from '../../members/membership-count-store.ts';
import { loadPart, rowPosition, rowsFrom, type RowPosition } from './stored-rows.ts';

type Row = RosterChangeRow & { employee?: NonNullable<ValidatedRow['employee']> | undefined };

interface RowContext {
  change: RosterChange;
  /** ID of the member that this row adds. */
  newId: string;
  /** Capacity for the members of this step. */
  capacity: RosterCapacity;
  /** Number of members that this step has added so far. */
  added: number;
  /** Number of memberships that this step has ended so far. */
  ended: number;
  who: string;
  now: Date;
}

interface Applied {
  row: AppliedRow;
  changes: Change[];
}

const nothing = { replaced: null, removed: [], refunds: [], canceled: [], payments: {}, checkIns: 0 };

/** Returns the result of one row, its writes, and the data needed to undo it. */
async function applyRow(group: AppliedGroup, row: Row, context: RowContext): Promise<Applied> {
  const { employee: _, ...preview } = row;
  const name = { memberId: row.memberId ?? context.newId, memberName: row.name };
  try {
    const { message, changes, ...stored } = await actions[group](row, context);
    const result = { ...name, success: true, message };
    return { row: { ...nothing, ...stored, group, result, row: preview }, changes };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const result = { ...name, success: false, message: error.message, code: error.code };
    return { row: { ...nothing, group, result, row: preview }, changes: [] };
  }
}

type Action = Partial<Omit<AppliedRow, 'result' | 'group'>> & { message: string; changes: Change[] };

const actions: Record<AppliedGroup, (row: Row, context: RowContext) => Promise<Action>> = {
  async end(row, { change, ended, who, now }) {
    const today = dateInChicago(now);
    const member = await loadRowMember(row, change);
    if (leavesAlready(member))
      throw new Refusal('invalid', `Already leaving on ${showLastDay(member.leavingOn)}.`);
    const program = await mustLoadGroupMembership(change.partnerId);
    const after = await memberAfterEnd(member, program, today, row.lastDayInFile || undefined);
    const counted = await leaverCounted(member, {
      today,
      isApproved: change.isApproved ?? false,
      before: ended,
    });
    const { membership, dues } = await leaveParts(member, after, who, now);
    const ids = paymentIdsOf(member, program, today);
    const canceled = [...dues.canceled, ...dues.paidBack].flatMap((each) => each.before ?? []);
    const removedIds = new Set([...dues.removed, ...canceled].map(({ id }) => id));
    const payments = (await loadPayments(ids)).filter(({ id }) => !removedIds.has(id));
    return {
      message: after.invitationStatus === deleted ? 'Ended.' : `Ends on ${showLastDay(endOf(after))}.`,
      changes: [...membership, ...duesSettled(dues, { who, now }), ...counted],
      replaced: await replacedBy(membership),
      removed: dues.removed,
      refunds: dues.paidBack.flatMap(({ refund, before }) => (before ? [] : [refund.id])),
      canceled,
      payments: Object.fromEntries(payments.map(({ id, version }) => [id, version])),
      checkIns: await checkInsOf(member.id),
    };
  },

  async change(row, { change, who, now }) {
    const member = await loadRowMember(row, change);
    const changed = row.employee
      ? splitChanges(member, row.employee, change.benefitFile !== undefined).applied
      : {};
    if (Object.keys(changed).length === 0) throw new Refusal('invalid', 'No changes remain.');
    const { email } = changed;
    if (email !== undefined && (await addressesInUse(change.partnerId, [email])).size > 0)
      throw new Refusal('conflict', `Another member has the email ${email}.`);
    const after = email === undefined ? member : withEmail(member, email);
    const changes = [
      ...memberChange(member, { ...after, ...changed }),
      ...(email === undefined ? [] : await revokeInvitation(member)),
      memberChanged(member, { rosterChange: change.id, fields: Object.keys(changed) }, { who, now }),
    ];
    return { message: formatChanges(member, changed), changes, replaced: await replacedBy(changes) };
  },

  async add({ employee }, { change: { id, partnerId }, newId, capacity, added, who, now }) {
    const row = { employee: employee ?? null, reason: 'This row has no member.' };
    const addition = rowAddition(row, { id: newId, partnerId, capacity, added });
    if (addition.refusal) throw addition.refusal;
    const changes = [
      ...addition.changes,
      membersAdded(partnerId, { rosterChange: id, uploaded: 1, member: newId }, { who, now }),
    ];
    return { message: 'Added.', changes, replaced: await replacedBy(changes) };
  },
};

/** Returns the current member of a row. Throws ('not-found') if the member has left. */
async function loadRowMember({ memberId }: Row, { partnerId }: RosterChange): Promise<Member> {
  const member = memberId === null ? undefined : await findMember(memberId);
  if (!member || isDeleted(member) || member.partnerId !== partnerId)
    throw new Refusal('not-found', 'This member has already left.');
  return member;
}

/** Hours in which a roster change can be undone. */
const undoHours = (): number => Number(process.env.ROSTER_REVERT_HOURS ?? 24);

const row = storedRosterRow.extend({ employee: validEmployee.optional() });

// a transaction has 100 items; job progress, the change, results, and condition checks use some of them
const itemsPerStep = 84;
const rowsPerStep = 40;

const isAdded = ({ row: { group, result } }: { row: AppliedRow }): boolean =>
  group === 'add' && result.success;

/**
 * Applies the rows of a confirmed change. Memberships end first to free capacity for new members. Each row is decided
 * with current data and written in one transaction with its result and the data needed to undo it.
 */
export const applyRosterChange = defineJob({
  input: z.object({ changeId: z.string() }),
  cursor: z
    .object({ group: z.enum(appliedGroups), position: rowPosition, dealt: z.int() })
    .default({ group: 'end', position: { part: 0, row: 0 }, dealt: 0 }),
  step: async ({ input: { changeId }, jobId, cursor, startedBy, now }) => {
    const change = await loadRosterChange(changeId);
    const { group, position, dealt } = cursor;
    const unticked = new Set((await loadPart(changeId, 'unticked', 0, z.string())) ?? []);
    const page = await rowsFrom(changeId, group, position, rowsPerStep, row);
    const capacity = await loadCapacity(change.partnerId, group === 'add' ? page.rows : []);
    const {
      results: applications,
      changes,
      itemCount,
    } = await takeFitting(
      page.rows,
      (item, before: readonly Awaited<ReturnType<typeof applyRow>>[]) =>
        unticked.has(item.key)
          ? undefined
          : applyRow(group, item, {
              change,
              capacity,
              newId: `${changeId}-${item.line ?? 0}`,
              added: before.filter(isAdded).length,
              ended: before.filter(({ row: { result } }) => group === 'end' && result.success).length,
              who: startedBy,
              now,
            }),
      itemsPerStep,
    );
    const results = applications.map(({ row }) => row);
    const following = nextPosition(group, itemCount, page);
    const { tally, total: applied } = await countResults(
      jobId,
      results.map(({ result }) => result),
      following === null,
    );
    return {
      changes: [
        ...changes,
        ...(applications.some(isAdded) ? membershipGuards(change.partnerId, capacity.allowed) : []),
        ...(results.length > 0 ? [storeApplied(changeId, dealt, results)] : []),
        ...(following
          ? []
          : [
              ...rosterChangeWrites(change, {
                ...change,
                status: 'done',
                applied,
                finishedAt: now.toISOString(),
                takeBackUntil: takeBackUntil(now, undoHours()),
              }),
              rosterCompleted(change.partnerId, changeId, applied),
            ]),
      ],
      done: results.length,
      next: following && { ...following, dealt: dealt + results.length },
      tally,
      message: following ? 'Applying the changes.' : appliedMessage(applied),
    };
  },
});

const appliedMessage = ({ changed, failed }: { changed: number; failed: number }): string =>
  `${changed.toLocaleString('en-US')} ${changed === 1 ? 'row was' : 'rows were'} applied.${failed > 0 ? ` ${failed.toLocaleString('en-US')} not changed.` : ''}`;

/** Returns the position after a step's rows, in the same or the next group; null at the end. */
function nextPosition(
  group: AppliedGroup,
  seen: number,
  { rows, from, next }: { rows: readonly unknown[]; from: RowPosition; next: RowPosition | null },
): { group: AppliedGroup; position: RowPosition } | null {
  if (seen < rows.length) return { group, position: { part: from.part, row: from.row + seen } };
  if (next) return { group, position: next };
  const following = appliedGroups[appliedGroups.indexOf(group) + 1];
  return following ? { group: following, position: { part: 0, row: 0 } } : null;
}
