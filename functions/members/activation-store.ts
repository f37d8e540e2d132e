import * as z from 'zod';
import { dateInChicago, periodOf, type PeriodId } from '../../shared/calendar.ts';
import { activated, deleted, isOnHold, waitingToDelete, type Member } from '../../shared/members/member.ts';
import { areFirstDuesCollected, isCanceled } from '../../shared/payments/dues-collected.ts';
import type { Activation } from '../../shared/payments/share-records.ts';
import { now } from '../platform/clock.ts';
import type { Write } from '../table/write.ts';
import { keys } from '../table/keys.ts';
import { eachItem, queryItems } from '../table/table.ts';
import { put } from '../table/put-item.ts';
import { remove } from '../table/delete-item.ts';

const activation = z.object({ memberId: z.string(), period: z.string(), from: z.string() });

/** Reports whether the member currently earns months, or has earned them if `statuses` contains former members. */
const isCounted = (member: Member, statuses: readonly number[] = [activated, waitingToDelete]): boolean =>
  areFirstDuesCollected(member) && statuses.includes(member.invitationStatus);

/** Sorts after every month, so that generations read the corrected memberships of all months. */
const correctedMonth = 'canceled';

const record = (partnerId: string, month: string, of: Activation): Write => ({
  item: put({ ...keys.activation(partnerId, month, of.memberId, of.from), entity: 'activation', ...of }),
});

/**
 * Returns the record that a member counts from now on: months that were already generated are added to the next payment.
 * First dues count from the first day; the end of a suspension, hold, or pause counts from the current month. The record
 * of a membership that was canceled or ended earlier deducts its months, also from payments that are generated much later.
 */
export function activationRecord(before: Member | null, after: Member): Write[] {
  const corrected = correctedFrom(before, after);
  if (corrected !== undefined)
    return [
      record(after.partnerId, correctedMonth, {
        memberId: after.id,
        period: periodOf(dateInChicago(now())),
        from: corrected,
      }),
    ];
  // a former member whose first dues are collected after all earns the months of the membership
  const isEarning = isCounted(after) || (before?.firstDuesReturned && isCounted(after, [deleted]));
  const today = dateInChicago(now());
  const isResumed = before !== null && isOnHold(before, today) && !isOnHold(after, today);
  if (!isEarning || (before && isCounted(before) && !isResumed)) return [];
  const { partnerId, id: memberId, activatedOn } = after;
  const period = periodOf(today);
  const wasEarned = before !== null && areFirstDuesCollected(before);
  const from = wasEarned || activatedOn === null ? period : periodOf(activatedOn);
  return [record(partnerId, period, { memberId, period, from })];
}

/** Returns the first month that a cancellation or a notice of an earlier day can take away; undefined for other changes. */
function correctedFrom(before: Member | null, after: Member): PeriodId | undefined {
  const activatedOn = before?.activatedOn;
  if (!before || !activatedOn) return undefined;
  if (isCanceled(after) && !isCanceled(before)) return periodOf(activatedOn);
  if (after.noticeOn === before.noticeOn) return undefined;
  const isAfterActivation = after.activatedOn !== null && (after.leavingOn ?? '') > activatedOn;
  return periodOf(isAfterActivation ? (after.leavingOn ?? '') : activatedOn);
}

/** Returns the writes that list a membership under the day of its planned end, for the job of that day. */
export function plannedEndSteps(before: Member | null, { id, partnerId, endsOn }: Member): Write[] {
  if (before?.endsOn === endsOn) return [];
  const keyOf = (day: string) => keys.plannedEnd(partnerId, day, id);
  return [
    ...(before?.endsOn ? [{ item: remove(keyOf(before.endsOn)) }] : []),
    ...(endsOn ? [{ item: put({ ...keyOf(endsOn), entity: 'planned end', memberId: id }) }] : []),
  ];
}

const plannedEnd = z.object({ sk: z.string(), memberId: z.string() });

/** Returns the members of a partner with a planned end until a day. */
export async function plannedEndsUntil(partnerId: string, day: string): Promise<string[]> {
  const { pk } = keys.plannedEnd(partnerId, '', '');
  const memberIds: string[] = [];
  for await (const item of eachItem(pk)) {
    const { sk, memberId } = plannedEnd.parse(item);
    if (sk.slice(0, day.length) > day) break;
    memberIds.push(memberId);
  }
  return memberIds;
}

/** Returns the activations of a partner's members since a month, and all its corrected memberships. */
export async function activationsSince(partnerId: string, period: PeriodId): Promise<Activation[]> {
  const { pk } = keys.activation(partnerId, '', '', '');
  const activations: Activation[] = [];
  let after: string | null = period;
  do {
    const page: Awaited<ReturnType<typeof queryItems>> = await queryItems(pk, { after });
    activations.push(...page.items.map((item) => activation.parse(item)));
    after = page.last;
  } while (after !== null);
  return activations;
}
