import type { Payment } from '../../shared/payments/payment.ts';
import { tableName } from '../table/client.ts';
import type { Write } from '../table/change.ts';
import { keys } from '../table/keys.ts';
import { getItems } from '../table/table.ts';
import { fewMembers } from './due-lines.ts';

const membersInPart = 500;
const partKey = (paymentId: string, part: number) =>
  keys.paymentReason(paymentId, String(part).padStart(5, '0'));

/** The writes that keep the counted members' ids beside their payment; none while they stand in the payment itself. */
export function reasonParts(paymentId: string, memberIds: readonly string[]): Write[] {
  if (memberIds.length <= fewMembers) return [];
  return Array.from({ length: Math.ceil(memberIds.length / membersInPart) }, (_, part) => ({
    item: {
      Put: {
        TableName: tableName(),
        Item: {
          ...partKey(paymentId, part),
          entity: 'payment reason',
          memberIds: memberIds.slice(part * membersInPart, (part + 1) * membersInPart),
        },
      },
    },
  }));
}

/** The ids of the members that a payment was counted from, in the order they were counted. */
export async function countedMemberIds({ id, reason }: Pick<Payment, 'id' | 'reason'>): Promise<string[]> {
  if (reason.memberIds) return reason.memberIds;
  if (!reason.membersDigest) return [];
  const parts = Math.ceil((reason.memberCount ?? 0) / membersInPart);
  const items = await getItems(Array.from({ length: parts }, (_, part) => partKey(id, part)));
  return items.flatMap(({ memberIds }) => memberIds as string[]);
}
