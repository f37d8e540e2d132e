import * as z from 'zod';
import { refusalCodes } from '../refusal.ts';
import { recordId } from '../ids.ts';

export const bulkActions = ['invite', 'sendAgain', 'hold', 'delete'] as const;
export type BulkAction = (typeof bulkActions)[number];

/** Most members selected by ID; larger selections are defined by a search. */
export const maxSelected = 5_000;

/** Members of an action: IDs, or a search or status with the number of members that the user saw. */
export const bulkMembers = z.union([
  z.object({
    memberIds: z
      .array(recordId)
      .min(1, 'Select at least one employee.')
      .max(maxSelected, `Select at most ${maxSelected.toLocaleString('en-US')} employees.`),
  }),
  z.object({
    all: z.object({
      filter: z.string().trim().max(100).optional(),
      invitationStatus: z.literal([1, 2, 3, 4, 5, 6, 7]).optional(),
      /** Number of members at the time of selection. */
      count: z.int().min(1),
    }),
  }),
]);
export type BulkMembers = z.output<typeof bulkMembers>;

export const bulkResult = z.object({
  memberId: z.string(),
  memberName: z.string(),
  success: z.boolean(),
  message: z.string(),
  /** Kind of the error, if the change failed. */
  code: z.enum(refusalCodes).optional(),
});
export type BulkResult = z.output<typeof bulkResult>;

const words: Record<BulkAction, { title: string; doing: string; done: string }> = {
  invite: { title: 'Invite', doing: 'Inviting employees', done: 'invited' },
  sendAgain: { title: 'Send again', doing: 'Sending invitations again', done: 'invited again' },
  hold: { title: 'Deactivate', doing: 'Deactivating memberships', done: 'put on hold' },
  delete: { title: 'Delete memberships', doing: 'Deleting memberships', done: 'deleted or ending' },
};
export const bulkTitle = (action: BulkAction): string => words[action].title;
export const bulkDoing = (action: BulkAction): string => words[action].doing;

export const bulkMessage = (action: BulkAction, changed: number, failed: number): string => {
  const of = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'employee' : 'employees'}`;
  const done = `${of(changed)} ${words[action].done}.`;
  return failed === 0 ? done : `${done} ${of(failed)} not changed.`;
};
