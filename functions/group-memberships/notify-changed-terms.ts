import {
  formatPromisedChange,
  type PromisedChange,
  changesInForce,
  isNotified,
  promisedChange,
} from '../../shared/group-memberships/promised-terms.ts';
import type { Member } from '../../shared/members/member.ts';
import { linkEmail, type Email } from '../platform/email.ts';
import * as z from 'zod';
import { dateInChicago } from '../../shared/calendar.ts';
import { announcedChange } from '../../shared/enrollment/announced-dues.ts';
import { cancellationRight } from '../settings/state-right.ts';
import { membersByEmail } from '../employees/roster-store.ts';
import { defineJob } from '../jobs/job-kind.ts';
import { sendEach } from '../jobs/send-each.ts';
import { membershipAddress } from '../members/email-content.ts';
import { loadMembers, memberChange } from '../members/store.ts';
import { loadPartner } from '../partners/store.ts';
import { auditWrite } from '../table/audit.ts';
import type { Change } from '../table/write.ts';
import { mustLoadGroupMembership } from './store.ts';

/** Returns the email about changed terms with the first month, the old value, and the new value. */
const changedTermsEmail = (
  member: Pick<Member, 'id' | 'firstName' | 'email'>,
  partnerName: string,
  changes: readonly PromisedChange[],
): Email =>
  linkEmail(
    member.email,
    `Your ${partnerName} membership changes`,
    [
      `Hello ${member.firstName},`,
      `${partnerName} is changing the terms of your gym membership:`,
      ...changes.map(formatPromisedChange),
      'Earlier months and the rest of your membership do not change. You do not need to do anything. You can end your membership under Memberships.',
    ],
    { title: 'View your membership', address: membershipAddress(member.id, '/member/dashboard/home') },
  );

const emailsPerStep = 5;
/** Most pages without affected members per step, such as pages of free key fobs. */
const pagesPerStep = 40;

const senderRefused =
  'The emails stopped: the email service rejected our sender address. Notify your administrator.';

/** Start of a step: the cursor of a roster page, and the members of the next page that were already notified. */
const position = z.object({ after: z.string().nullable(), told: z.array(z.string()) });
type Position = z.output<typeof position>;

/**
 * Notifies members of changed terms by email. A step is claimed before its emails are sent, so concurrent workers send
 * no duplicates; after a crash, at most one step's emails are repeated. A replaced change is skipped, because the job of
 * its replacement covers it.
 */
export const notifyChangedTerms = defineJob({
  claims: true,
  input: z.object({ partnerId: z.string(), changes: z.array(promisedChange) }),
  cursor: position.default({ after: null, told: [] }),
  step: async ({ input: { partnerId, changes }, cursor, startedBy, now }) => {
    const [partner, program] = await Promise.all([
      loadPartner(partnerId),
      mustLoadGroupMembership(partnerId),
    ]);
    const inForce = changesInForce(program, changes);
    if (inForce.length === 0)
      return {
        done: 0,
        next: null,
        message: 'A later change replaced this one. Members are notified of the later change.',
      };
    const page = await nextToNotify(partnerId, cursor);
    const emailFor = (member: Member) => changedTermsEmail(member, partner.name, inForce);
    const sent = await sendEach(page.members, emailFor, senderRefused);
    const next: Position | null = sent.interrupted
      ? { after: page.before, told: [...page.notified, ...sent.sent.map(({ id }) => id)] }
      : page.cursor === null
        ? null
        : { after: page.cursor, told: [] };
    return {
      changes: (
        await Promise.all(
          sent.sent.map(async (member) => [
            ...(await announcedDues(member, inForce, now)),
            notificationEvent(member, inForce, startedBy, now),
          ]),
        )
      ).flat(),
      done: sent.sent.length + sent.refusedRows.length,
      next,
      refusedRows: sent.refusedRows,
      tally: { added: sent.sent.length, failed: sent.refusedRows.length },
      message: next === null ? 'The members were notified.' : 'Notifying members.',
    };
  },
});

interface RosterStep {
  members: Member[];
  notified: string[];
  /** Cursors of this page and the next one. */
  before: string | null;
  cursor: string | null;
}

/** Returns the next roster page with members to notify, or the last page of this step. */
async function nextToNotify(partnerId: string, from: Position): Promise<RosterStep> {
  let step: RosterStep = { members: [], notified: from.told, before: from.after, cursor: null };
  let pages = 0;
  const options = { pageSize: emailsPerStep, ...(from.after !== null && { after: from.after }) };
  for await (const { members, cursor } of membersByEmail(partnerId, options)) {
    // the list is eventually consistent, the records are not
    const records = await loadMembers(
      members.map(({ id }) => id),
      { consistent: true },
    );
    const toNotify = records.filter(
      ({ id, invitationStatus }) => isNotified(invitationStatus) && !from.told.includes(id),
    );
    step = { ...step, members: toNotify, cursor };
    pages += 1;
    if (toNotify.length > 0 || pages >= pagesPerStep) break;
    step = { ...step, before: cursor, notified: [] };
  }
  return step;
}

/** Returns the dues that the member knows; they are withdrawn ten days later, or those of the state, at the earliest. */
async function announcedDues(
  member: Member,
  changes: readonly PromisedChange[],
  now: Date,
): Promise<Change[]> {
  const dues = changes.filter(({ field }) => field === 'memberDuesAmount');
  if (dues.length === 0) return [];
  const on = dateInChicago(now);
  const { priceNoticeDays } = await cancellationRight(member);
  const announcements = [
    ...(member.knownDues ?? []),
    ...dues.map(({ fromPeriod, after: amount }) =>
      announcedChange({ fromPeriod, amount, on }, priceNoticeDays),
    ),
  ];
  return memberChange(member, { ...member, knownDues: announcements });
}

const notificationEvent = (
  member: Member,
  changes: readonly PromisedChange[],
  who: string,
  now: Date,
): Change =>
  auditWrite(
    {
      name: 'member told of changed terms',
      subject: `member ${member.id}`,
      partnerId: member.partnerId,
      who,
      after: { changes },
    },
    now,
  );
