import { dateInChicago, showDate } from '../../../shared/calendar.ts';
import { formatChanges, splitChanges } from '../../../shared/employees/compare-file.ts';
import {
  leavesAlready,
  type AppliedGroup,
  type RosterChange,
  type RosterChangeRow,
} from '../../../shared/employees/roster-change.ts';
import { type RosterCapacity, type ValidatedRow } from '../../../shared/employees/employee-rows.ts';
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
import { membersAdded, rowAddition } from '../add-members.ts';
import { leaverCounted } from '../leaver-count-store.ts';
import { type AppliedRow, checkInsOf } from './change-store.ts';

type Row = RosterChangeRow & { employee?: NonNullable<ValidatedRow['employee']> | undefined };

export interface RowContext {
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
export async function applyRow(group: AppliedGroup, row: Row, context: RowContext): Promise<Applied> {
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
      throw new Refusal('invalid', `Already leaving on ${showDate(member.leavingOn ?? '')}.`);
    const program = await mustLoadGroupMembership(change.partnerId);
    const after = await memberAfterEnd(member, program, today, row.lastDayInFile || undefined);
    const counted = await leaverCounted(member, {
      today,
      isApproved: change.isApproved ?? false,
      before: ended,
    });
    const { membership, dues } = await leaveParts(member, after, who, now);
    const ids = paymentIdsOf(member, program, today);
    const canceled = dues.canceled.map((each) => each.before);
    const removedIds = new Set([...dues.removed, ...canceled].map(({ id }) => id));
    const payments = (await loadPayments(ids)).filter(({ id }) => !removedIds.has(id));
    return {
      message: after.invitationStatus === deleted ? 'Ended.' : `Ends on ${showDate(endOf(after) ?? '')}.`,
      changes: [...membership, ...duesSettled(dues), ...counted],
      replaced: await replacedBy(membership),
      removed: dues.removed,
      refunds: dues.paidBack.map(({ refund }) => refund.id),
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
