import { dateInChicago, showLastDay } from '../../shared/calendar.ts';
import {
  type BulkAction,
  type BulkResult,
  bulkActions,
  bulkDoing,
  bulkMessage,
} from '../../shared/employees/bulk-action.ts';
import { invitedAgain } from '../../shared/employees/invitation-again.ts';
import { keyFobStatusInUse } from '../../shared/employees/key-fob.ts';
import { deactivatedMember } from '../../shared/employees/membership-rules.ts';
import { deleted, invited, waitingToInvite, type Member } from '../../shared/members/member.ts';
import { Refusal } from '../../shared/refusal.ts';
import { mustLoadGroupMembership } from '../group-memberships/store.ts';
import { memberStatusChange } from '../members/status-change.ts';
import { findMember } from '../members/store.ts';
import type { Change } from '../table/write.ts';
import { leaveChanges, memberAfterEnd } from './member-after-end.ts';
import { leaverCounted } from './leaver-count-store.ts';
import { sendInvitation } from './invitation-email.ts';
import { keyFobChange, loadKeyFob } from './store.ts';
import * as z from 'zod';
import { countResults, takeFitting } from '../jobs/fitting.ts';
import { defineJob } from '../jobs/job-kind.ts';
import { transferIds } from '../members/transfer-store.ts';
import { loadPartFrom } from '../platform/stored-parts.ts';
import { storeBulkResults } from './bulk-store.ts';

interface BulkStepContext {
  partnerId: string;
  action: BulkAction;
  memberId: string;
  who: string;
  now: Date;
  /** An administrator started the action. */
  isApproved: boolean;
  /** Members that the same transaction changes before. */
  before: number;
}

interface Done {
  message: string;
  changes: Change[];
}

interface BulkStepResult {
  result: BulkResult;
  changes: Change[];
}

/** Returns one member's result and writes; no writes if the action does not apply. */
async function bulkStep(context: BulkStepContext): Promise<BulkStepResult> {
  const { memberId, partnerId, action } = context;
  const member = await findMember(memberId);
  if (!member || member.partnerId !== partnerId)
    return {
      result: { memberId, memberName: '–', success: false, message: 'Member not found.' },
      changes: [],
    };
  const result = { memberId, memberName: `${member.firstName} ${member.lastName}` };
  try {
    const { message, changes } = await actions[action](member, context);
    return { result: { ...result, success: true, message }, changes };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { result: { ...result, success: false, message: error.message }, changes: [] };
  }
}

const actions: Record<BulkAction, (member: Member, context: BulkStepContext) => Promise<Done>> = {
  invite: (member, context) => {
    if (member.invitationStatus !== waitingToInvite)
      throw new Refusal('invalid', 'This member is not waiting for an invitation. Nothing was sent.');
    return send(member, context);
  },
  sendAgain: (member, context) => {
    if (member.invitationStatus !== invited)
      throw new Refusal('invalid', 'This member has no open invitation. Nothing was sent.');
    return send(member, context);
  },
  hold: async (member, { who, now }) => {
    const after = deactivatedMember(member, dateInChicago(now));
    const keyFob = member.keyFobNumber === null ? undefined : await loadKeyFob(member.keyFobNumber);
    return {
      message: 'On hold.',
      changes: [
        ...memberStatusChange(member, after, {}, { who, now }),
        ...(keyFob ? keyFobChange(keyFob, { ...keyFob, keyFobStatusId: keyFobStatusInUse(after) }) : []),
      ],
    };
  },
  delete: async (member, { who, now, isApproved, before }) => {
    const program = await mustLoadGroupMembership(member.partnerId);
    const today = dateInChicago(now);
    const after = await memberAfterEnd(member, program, today);
    const counted = await leaverCounted(member, { today, isApproved, before });
    return {
      message: after.invitationStatus === deleted ? 'Deleted.' : `Ends on ${showLastDay(after.leavingOn)}.`,
      changes: [...(await leaveChanges(member, after, who, now)), ...counted],
    };
  },
};

async function send(member: Member, { who, now }: BulkStepContext): Promise<Done> {
  const after = invitedAgain(member, dateInChicago(now), now);
  return { message: `Sent to ${member.email}.`, changes: await sendInvitation(member, after, who, now) };
}

// sent emails cannot be recalled: a crashed step repeats at most these, with the same links
const emailsPerStep = 5;

/** Runs a bulk action; the cursor is the number of processed members. Each member is processed once. */
export const employeesBulk = defineJob({
  claims: true,
  input: z.object({
    partnerId: z.string(),
    action: z.enum(bulkActions),
    ids: z.int(),
    /** An administrator started the action. */
    isApproved: z.boolean().default(false),
  }),
  cursor: z.int().default(0),
  step: async ({ jobId, input, cursor: begin, startedBy, now }) => {
    const sends = input.action === 'invite' || input.action === 'sendAgain';
    const ids = (await loadPartFrom(transferIds, jobId, begin)).slice(0, sends ? emailsPerStep : 50);
    const { results: steps, changes } = await takeFitting(
      ids,
      (memberId, done: readonly BulkStepResult[]) => {
        const before = done.filter(({ result }) => result.success).length;
        return bulkStep({ ...input, memberId, who: startedBy, now, before });
      },
    );
    const results = steps.map(({ result }) => result);
    const end = begin + results.length;
    const finished = end >= input.ids;
    const { tally, total } = await countResults(jobId, results, finished);
    return {
      changes: [...changes, storeBulkResults(jobId, begin, results)],
      done: results.length,
      next: finished ? null : end,
      tally,
      message: finished
        ? bulkMessage(input.action, total.changed, total.failed)
        : `${bulkDoing(input.action)}.`,
    };
  },
});
