import { dateInChicago } from '../../../shared/calendar.ts';
import type { BulkResult } from '../../../shared/employees/bulk-action.ts';
import { noMembershipLeft, type RosterCapacity } from '../../../shared/employees/employee-rows.ts';
import { mayWithdrawConsent } from '../../../shared/members/health-consent.ts';
import type { Member } from '../../../shared/members/member.ts';
import { isReserved, type Payment, pending } from '../../../shared/payments/payment.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { mustLoadGroupMembership } from '../../group-memberships/store.ts';
import { memberEvents } from '../../integrations/webhooks/member-events.ts';
import { consentKeys, findMember, memberIn, membershipEmailWaits } from '../../members/store.ts';
import { loadPayments, paymentRestored, paymentChange, paymentReplaced } from '../../payments/store.ts';
import { auditWrite } from '../../table/audit.ts';
import type { Change } from '../../table/write.ts';
import { keys, nameOfKey } from '../../table/keys.ts';
import { firstMoved, putBack, type ReplacedItems } from '../../table/put-back.ts';
import {
  type AppliedRow,
  checkInsOf,
  previousApplied,
  loadRosterChange,
  rosterChangeWrites,
  storeUndone,
} from './change-store.ts';
import { paymentIdsOf } from '../member-after-end.ts';
import * as z from 'zod';
import { countResults, takeFitting } from '../../jobs/fitting.ts';
import { defineJob } from '../../jobs/job-kind.ts';
import { membershipGuards } from '../../members/membership-count-store.ts';
import { loadCapacity } from '../add-members.ts';

interface UndoContext {
  partnerId: string;
  changeId: string;
  capacity: RosterCapacity;
  /** Number of memberships that this step has taken so far; negative if it released some. */
  memberships: number;
  who: string;
  now: Date;
}

const left = (message: string): Refusal => new Refusal('conflict', `${message} Not changed.`);
const memberMoved = () => left('This member was changed in the meantime.');
const paymentMoved = () => left('A payment of this member changed in the meantime.');

/** Returns the refusal for an item that changed after it was applied. */
function changedItemRefusal(pk: string): Refusal {
  if (pk.startsWith('KEY-FOB#')) return left('The key fob was reassigned or changed in the meantime.');
  if (pk.startsWith('UNIQUE#')) return left('Another member now has this email.');
  return memberMoved();
}

/** Returns the items before a change, with the right to withdraw the consent that the change gave: it remains. */
function withRight(replaced: ReplacedItems, member: Member | undefined): ReplacedItems {
  const before = memberIn(replaced, member?.id ?? '');
  if (!member || !before || mayWithdrawConsent(before) || !mayWithdrawConsent(member)) return replaced;
  const own = nameOfKey(keys.member(member.id));
  const listed = consentKeys(member).map(nameOfKey);
  return {
    items: replaced.items
      .filter(({ key }) => !listed.includes(nameOfKey(key)))
      .map((item) =>
        item.before && nameOfKey(item.key) === own
          ? { ...item, before: { ...item.before, mayWithdrawSince: member.mayWithdrawSince } }
          : item,
      ),
    counts: replaced.counts.filter(({ count }) => !listed.includes(nameOfKey(count))),
  };
}

interface UndoneRow {
  result: BulkResult;
  changes: Change[];
  /** Memberships that the row takes: -1 for a removed member, 0 for one whose end was only scheduled. */
  memberships: number;
}

/** Restores one applied row, or returns why it is skipped. Returns undefined for rows without changes. */
async function undoRow(applied: AppliedRow, context: UndoContext): Promise<UndoneRow | undefined> {
  const { replaced, result, group } = applied;
  if (!replaced) return undefined;
  const { memberId, memberName } = result;
  const member = await findMember(memberId);
  try {
    const pk = await firstMoved(replaced);
    if (pk !== undefined) throw changedItemRefusal(pk);
    const memberships = membershipsAdded(replaced, context.partnerId);
    if (memberships > 0) requireCapacity(context);
    const changes = [
      ...putBack(withRight(replaced, member), changedItemRefusal),
      ...(member ? memberEvents(member, memberIn(replaced, memberId)) : []),
      ...membershipEmailWaits(member ?? null, memberIn(replaced, memberId) ?? undefined),
      ...(group === 'end' ? await restoreDues(applied, memberId, context) : []),
      auditWrite(
        {
          name: 'roster change taken back',
          subject: `member ${memberId}`,
          partnerId: context.partnerId,
          who: context.who,
          before: { invitationStatus: member?.invitationStatus },
          after: { rosterChange: context.changeId },
        },
        context.now,
      ),
    ];
    return {
      result: {
        memberId,
        memberName,
        success: true,
        message: group === 'add' ? 'Removed again.' : 'Restored.',
      },
      changes,
      memberships,
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return {
      result: { memberId, memberName, success: false, message: error.message },
      changes: [],
      memberships: 0,
    };
  }
}

function membershipsAdded({ counts }: ReplacedItems, partnerId: string): number {
  const { pk, sk } = keys.membershipCount(partnerId);
  const added = counts.find(({ count }) => count.pk === pk && count.sk === sk)?.by ?? 0;
  return added === 0 ? 0 : -added;
}

function requireCapacity({ capacity: { allowed, used }, memberships }: UndoContext): void {
  if (used + memberships >= allowed) throw left(noMembershipLeft(allowed));
}

const reopened = ({ version, ledger }: Payment, before: Payment | undefined): Payment | null =>
  before ? { ...before, version, ledger } : null;

/** Returns the writes that restore removed and canceled payments and remove refunds. Throws if payments or visits changed. */
async function restoreDues(applied: AppliedRow, memberId: string, { now }: UndoContext): Promise<Change[]> {
  if ((await checkInsOf(memberId)) !== applied.checkIns)
    // the employer must not see that the member came
    throw memberMoved();
  const member = await findMember(memberId);
  if (!member) throw memberMoved();
  const program = await mustLoadGroupMembership(member.partnerId);
  const ids = paymentIdsOf(member, program, dateInChicago(now));
  const before = new Map(applied.canceled.map((dues) => [dues.id, dues]));
  const loaded = await loadPayments([
    ...new Set([...ids, ...Object.keys(applied.payments), ...before.keys()]),
  ]);
  const canceled = loaded.filter(({ id }) => before.has(id));
  const dues = loaded.filter(({ id }) => !before.has(id));
  const refunds = await loadPayments(applied.refunds);
  const isAsLeft = (payment: Payment) => applied.payments[payment.id] === payment.version;
  if (!dues.every((payment) => isAsLeft(payment) || applied.refunds.includes(payment.id)))
    throw paymentMoved();
  if (dues.filter(isAsLeft).length !== Object.keys(applied.payments).length) throw paymentMoved();
  if (refunds.length !== applied.refunds.length) throw paymentMoved();
  if (canceled.length !== before.size) throw paymentMoved();
  if (!canceled.every(({ id, version }) => version === (before.get(id)?.version ?? 0) + 1))
    throw paymentMoved();
  if (!refunds.every((refund) => refund.status === pending && !isReserved(refund) && refund.version === 1))
    throw paymentMoved();
  return [
    ...refunds.flatMap((refund) => paymentChange(refund, null)),
    ...applied.removed.flatMap(paymentRestored),
    ...canceled.flatMap((payment) => paymentReplaced(payment, reopened(payment, before.get(payment.id)))),
  ];
}

// a transaction has 100 items; job progress, the change, and the results use some of them
const itemsPerStep = 84;

/**
 * Undoes a roster change row by row, the last group first, so that removed members free capacity for restored ones. Rows
 * that cannot be undone are skipped with the reason.
 */
export const undoRosterChange = defineJob({
  input: z.object({ changeId: z.string() }),
  // the part of applied rows that was undone last, and the number of processed rows of the one before it
  cursor: z.object({ before: z.string(), dealt: z.int() }).default({ before: '', dealt: 0 }),
  step: async ({ input: { changeId }, jobId, cursor, startedBy, now }) => {
    const change = await loadRosterChange(changeId);
    const { before, dealt } = cursor;
    const applied = await previousApplied(changeId, before);
    const rows = applied?.rows.slice(dealt) ?? [];
    const capacity = await loadCapacity(change.partnerId);
    const context = { partnerId: change.partnerId, changeId, capacity, who: startedBy, now };
    const {
      results: undone,
      changes,
      itemCount: memberships,
    } = await takeFitting(
      rows,
      (row, before: readonly UndoneRow[]) =>
        undoRow(row, {
          ...context,
          memberships: before.reduce((sum, { memberships: each }) => sum + each, 0),
        }),
      itemsPerStep,
    );
    const results = undone.map(({ result }) => result);
    const isPartOver = dealt + memberships >= (applied?.rows.length ?? 0);
    const next = !applied
      ? null
      : isPartOver
        ? { before: applied.part, dealt: 0 }
        : { before, dealt: dealt + memberships };
    const { tally, total: undoneCounts } = await countResults(jobId, results, next === null);
    return {
      changes: [
        ...changes,
        ...(undone.some(({ memberships: each }) => each > 0)
          ? membershipGuards(change.partnerId, capacity.allowed)
          : []),
        ...(results.length > 0
          ? [storeUndone(changeId, `${applied?.part}-${String(dealt).padStart(3, '0')}`, results)]
          : []),
        ...(next === null
          ? rosterChangeWrites(change, { ...change, status: 'takenBack', takenBack: undoneCounts })
          : []),
      ],
      done: results.length,
      next,
      tally,
      message:
        next === null
          ? `${undoneCounts.changed.toLocaleString('en-US')} undone. ${undoneCounts.failed.toLocaleString('en-US')} not changed.`
          : 'Undoing the changes.',
    };
  },
});
