import * as z from 'zod';
import { dateInChicago } from '../../shared/calendar.ts';
import { lastDayOf } from '../../shared/enrollment/invitation.ts';
import { waitingToInvite, type Member } from '../../shared/members/member.ts';
import { moveMember } from '../../shared/members/membership-status.ts';
import { defineJob } from '../jobs/job-kind.ts';
import { sendEach } from '../jobs/send-each.ts';
import { loadInvitation } from '../members/invitation-store.ts';
import { invitationToken, tokenHashOf } from '../members/invitation-token.ts';
import { loadMembers } from '../members/store.ts';
import type { Change } from '../table/write.ts';
import { invitationEmail, invitationWrites, loadInviter } from './invitation-email.ts';
import { membersOfStatus } from './roster-store.ts';

const emailsPerStep = 5;
const noMembers: { members: Member[]; cursor: string | null } = { members: [], cursor: null };

const senderRefused =
  'Invitations stopped: the email service rejected our sender address. Notify your administrator, then select Invite again.';

/**
 * Invites waiting members. A step is claimed before its emails are sent and the
 * members are updated afterwards, so concurrent workers send no duplicates. After a crash, at most one step's emails
 * are repeated with the same links, and none is lost.
 */
export const sendInvitations = defineJob({
  claims: true,
  input: z.object({ partnerId: z.string() }),
  // position in the roster
  cursor: z.object({ after: z.string().nullable() }).default({ after: null }),
  step: async ({ input: { partnerId }, cursor, startedBy, now }) => {
    const inviter = await loadInviter(partnerId, dateInChicago(now));
    const pages = membersOfStatus(partnerId, waitingToInvite, {
      ...(cursor.after !== null && { after: cursor.after }),
      pageSize: emailsPerStep,
    });
    const page = await pages.next();
    const { members, cursor: after } = page.done ? noMembers : page.value;
    // the list is eventually consistent, the records are not
    const records = await loadMembers(
      members.map(({ id }) => id),
      { consistent: true },
    );
    const waiting = records.filter((member) => member.invitationStatus === waitingToInvite);
    const lastDay = lastDayOf(dateInChicago(now));
    // created once, so that the stored link equals the sent one
    const tokens = new Map(
      await Promise.all(
        waiting.map(async (member): Promise<[string, string]> => [member.id, await tokenOf(member)]),
      ),
    );
    const tokenFor = ({ id }: Member) => tokens.get(id) ?? '';
    const emailFor = async (member: Member) => invitationEmail(member, inviter, tokenFor(member), lastDay);
    const { sent: invited, refusedRows, interrupted } = await sendEach(waiting, emailFor, senderRefused);
    const changes = await Promise.all(
      invited.map((member) => markInvited(member, tokenHashOf(tokenFor(member)), startedBy, now)),
    );
    const next = interrupted ? cursor : after === null ? null : { after };
    return {
      changes: changes.flat(),
      done: invited.length + refusedRows.length,
      next,
      refusedRows,
      tally: { added: invited.length, failed: refusedRows.length },
      message: next === null ? 'The invitations were sent.' : 'Sending invitations.',
    };
  },
});

const attemptOf = ({ invitationAttempt = 0 }: Member): number => invitationAttempt + 1;
const tokenOf = (member: Member): Promise<string> => invitationToken(member.id, attemptOf(member));

async function markInvited(member: Member, tokenHash: string, who: string, now: Date): Promise<Change[]> {
  const invited = moveMember(member, 'invite', { today: dateInChicago(now) });
  const after = { ...invited, invitationAttempt: attemptOf(member) };
  return invitationWrites(member, after, tokenHash, (await loadInvitation(tokenHash)) ?? null, { who, now });
}
