import * as z from 'zod';
import { recordId } from '../ids.ts';
import { searchText } from '../query.ts';
import { onWire } from '../wire-names.ts';

/** At most so many members are named one by one; more are meant by a search. */
const maxTransferred = 10_000;
/** So many members are transferred while the request waits; more by a job. */
export const transferredAtOnce = 50;

const notAMember = 'A member is not valid. Select members from the list.';

/** The members of a transfer: ids, or all results of a list search with their displayed number. */
export const transferBody = z.union([
  z
    .array(z.string(notAMember).regex(/^[\w-]{1,64}$/, notAMember))
    .min(1, 'Select at least one member.')
    .max(maxTransferred, `Select at most ${maxTransferred.toLocaleString('en-US')} members.`),
  z.object({
    all: z.literal(true),
    filter: searchText.optional(),
    facilityId: onWire('facilityID', recordId.optional()),
    /** How many members there were when they were selected. */
    count: z.int().min(1),
  }),
]);
export type TransferBody = z.output<typeof transferBody>;

/** The result for one member (spec 3 §3, transfer result row), with the previous and the new club. */
export const transferResult = z.object({
  memberId: onWire('memberID', z.string()),
  memberName: z.string(),
  success: z.boolean(),
  message: z.string(),
  fromName: z.string().nullable(),
  fromNumber: z.string().nullable(),
  toName: z.string(),
  toNumber: z.string(),
});
export type TransferResult = z.output<typeof transferResult>;

/** How many failed, and how many are at the new club now. */
export const transferMessage = (moved: number, failed: number, toName: string): string => {
  const members = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'member' : 'members'}`;
  return failed === 0
    ? `${members(moved)} transferred to ${toName}.`
    : `${members(moved)} transferred to ${toName}. ${members(failed)} failed; they are where they were.`;
};
