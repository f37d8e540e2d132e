import * as z from 'zod';
import { dateInChicago } from '../../shared/calendar.ts';
import type { RefusedRow } from '../../shared/jobs/job.ts';
import { lastDayOf } from '../../shared/members/invitation.ts';
import { waitingToInvite, type Member } from '../../shared/members/member.ts';
import { moveMember } from '../../shared/members/membership-status.ts';
import { defineJob, JobStopped } from '../jobs/job-kind.ts';
import { invitationChange, loadInvitation } from '../members/invitation-store.ts';
import { invitationToken, tokenHashOf } from '../members/invitation-token.ts';
import { findMember, memberChange } from '../members/store.ts';
import { loadPartner } from '../partners/store.ts';
import { AddressRefused, SenderRefused, sendEmail } from '../platform/email.ts';
import { auditWrite } from '../table/audit.ts';
import type { Change } from '../table/change.ts';
import { invitationEmail } from './invitation-email.ts';
import { membersOfStatus } from './roster-store.ts';

const lettersOfOneStep = 5;

const senderRefused =
  'Invitations stopped: the email service does not accept our sender address. Tell your administrator, then select Invite again.';

/**
 * The steps that invite whoever waits; the cursor is a place in the roster. A step is claimed before its emails, so
 * that two workers never send the same; they are marked after. A worker that dies between the two repeats at most one
 * step's emails, with the same links, and loses none.
 */
export const sendInvitations = defineJob({
  claims: true,
  input: z.object({ partnerId: z.string() }),
  step: async ({ input: { partnerId }, cursor, startedBy, now }) => {
    const partner = await loadPartner(partnerId);
    const pages = membersOfStatus(partnerId, waitingToInvite, {
      after: cursor || undefined,
      pageSize: lettersOfOneStep,
    });
    const page = (await pages.next()).value ?? { members: [], cursor: null };
    const changes: Change[] = [];
    const refusedRows: RefusedRow[] = [];
    let sent = 0;
    let interrupted = false;
    for (const { id } of page.members) {
      // the list may lag behind; the record does not
      const member = await findMember(id);
      if (member?.invitationStatus !== waitingToInvite) continue;
      const attempt = (member.invitationAttempt ?? 0) + 1;
      const token = await invitationToken(member.id, attempt);
      try {
        await sendEmail(invitationEmail(member, partner.name, token, lastDayOf(dateInChicago(now))));
      } catch (problem) {
        if (!(problem instanceof AddressRefused)) {
          if (sent === 0) throw problem instanceof SenderRefused ? new JobStopped(senderRefused) : problem;
          // what went out is marked first; the next step goes on with the rest of this page
          interrupted = true;
          break;
        }
        refusedRows.push({
          line: refusedRows.length + 1,
          reason: 'The email service does not accept this address.',
          cells: { Email: member.email },
        });
        continue;
      }
      changes.push(...(await markInvited(member, attempt, tokenHashOf(token), startedBy, now)));
      sent += 1;
    }
    const next = interrupted ? cursor : page.cursor;
    return {
      changes,
      done: sent + (interrupted ? 0 : refusedRows.length),
      next,
      // a page that is taken up again says its refusals then
      refusedRows: interrupted ? [] : refusedRows,
      tally: { added: sent, failed: interrupted ? 0 : refusedRows.length },
      message: next === null ? 'The invitations are sent.' : 'Sending invitations.',
    };
  },
});

async function markInvited(
  member: Member,
  attempt: number,
  tokenHash: string,
  who: string,
  now: Date,
): Promise<Change[]> {
  const today = dateInChicago(now);
  return [
    ...memberChange(member, {
      ...moveMember(member, 'invite', { today }),
      invitationAttempt: attempt,
      emailProblem: undefined,
    }),
    ...invitationChange((await loadInvitation(tokenHash)) ?? null, {
      tokenHash,
      memberId: member.id,
      partnerId: member.partnerId,
      expiresOn: lastDayOf(today),
      usedAt: null,
      version: 0,
    }),
    auditWrite(
      {
        name: 'member invited',
        subject: `member ${member.id}`,
        partnerId: member.partnerId,
        who,
        after: { attempt, invitedOn: today },
      },
      now,
    ),
  ];
}
