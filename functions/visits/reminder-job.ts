import * as z from 'zod';
import { visitReminder } from '../../shared/accounts/visit-emails.ts';
import { dateInChicago, periodOf } from '../../shared/calendar.ts';
import { reimburses } from '../../shared/group-memberships/group-membership-rules.ts';
import type { GroupMembership } from '../../shared/group-memberships/group-membership.ts';
import { termsFor } from '../../shared/group-memberships/terms-versions.ts';
import type { Member } from '../../shared/members/member.ts';
import { memberDues } from '../../shared/payments/payment.ts';
import { loadMemberPayments } from '../payments/member-payments.ts';
import { membersByEmail } from '../employees/roster-store.ts';
import { loadGroupMembership } from '../group-memberships/store.ts';
import { defineJob } from '../jobs/job-kind.ts';
import { sendEach } from '../jobs/send-each.ts';
import { emailAboutVisitsTo } from '../accounts/member-email.ts';
import { loadMembers, memberChange } from '../members/store.ts';
import { pageOfPartners } from '../partners/store.ts';
import { auditWrite } from '../table/audit.ts';
import type { Change } from '../table/write.ts';
import { monthlyVisits } from './store.ts';

const senderRefused =
  'The reminders stopped because the email service rejects our sender address. Contact your administrator.';

const link = { title: 'See your visits', path: '/member/profile/usagelog' };

/** Start of a step: after a number of partners, and after a page of the next partner's members. */
const position = z.object({
  partners: z.string().nullable().default(null),
  after: z.string().nullable().default(null),
});
type Position = z.output<typeof position>;

/** A member with the reminder that is due. */
interface Due {
  member: Member;
  reminder: { subject: string; paragraphs: string[] };
}

const membersPerPage = 8;
/** Most pages without a reminder per step. */
const pagesPerStep = 40;

/**
 * Reminds members who are a few visits short. A step is claimed before its emails are sent, and stores the month of the
 * reminder at each member in its own transaction, so that a member receives one per month.
 */
export const visitReminders = defineJob({
  claims: true,
  input: z.object({}),
  cursor: position.prefault({}),
  step: async ({ cursor: from, startedBy, now }) => {
    const { due, page, next } = await nextToRemind(from, now);
    const emailFor = ({ member, reminder }: Due) =>
      emailAboutVisitsTo(member, { ...reminder, memberId: member.id, link });
    const { sent, refusedRows, interrupted } = await sendEach(due, emailFor, senderRefused);
    // reminded members are skipped when the same page is read again
    const position = interrupted ? page : next;
    return {
      changes: sent.flatMap((item) => reminded(item, startedBy, now)),
      done: sent.length,
      next: position,
      refusedRows,
      tally: { added: sent.length, failed: refusedRows.length },
      message: position === null ? 'Members were reminded.' : 'Reminding members.',
    };
  },
});

const reminded = ({ member, reminder }: Due, who: string, now: Date): Change[] => [
  ...memberChange(member, {
    ...member,
    visitEmails: { ...member.visitEmails, remindedIn: periodOf(dateInChicago(now)) },
  }),
  auditWrite(
    {
      name: 'member reminded of visits',
      subject: `member ${member.id}`,
      partnerId: member.partnerId,
      who,
      after: { subject: reminder.subject },
    },
    now,
  ),
];

/** Returns the reminders of the next page that has any, the page's position, and the following one. */
async function nextToRemind(
  from: Position,
  now: Date,
): Promise<{ due: Due[]; page: Position; next: Position | null }> {
  let page = from;
  for (let pages = 1; ; pages += 1) {
    const { due, next } = await pageAt(page, now);
    if (due.length > 0 || next === null || pages >= pagesPerStep) return { due, page, next };
    page = next;
  }
}

async function pageAt(position: Position, now: Date): Promise<{ due: Due[]; next: Position | null }> {
  const { rows, cursor } = await pageOfPartners(position.partners, 1);
  const [partner] = rows;
  const nextPartner = cursor === null ? null : { partners: cursor, after: null };
  const program = partner && (await loadGroupMembership(partner.id));
  if (!partner || !program || !reimburses(termsFor(program, periodOf(dateInChicago(now)))))
    return { due: [], next: nextPartner };
  const options = { pageSize: membersPerPage, ...(position.after !== null && { after: position.after }) };
  const read = await membersByEmail(partner.id, options).next();
  if (read.done) return { due: [], next: nextPartner };
  const { members, cursor: after } = read.value;
  const next = after === null ? nextPartner : { ...position, after };
  return { due: await dueOf(members, program, now), next };
}

/** Returns the reminders that are due by the current records; the list may be late. */
async function dueOf(listed: readonly Member[], program: GroupMembership, now: Date): Promise<Due[]> {
  const today = dateInChicago(now);
  const ids = listed.map(({ id }) => id);
  const [members, visits] = await Promise.all([
    loadMembers(ids, { consistent: true }),
    monthlyVisits(ids, periodOf(today)),
  ]);
  const due = members.map(async (member): Promise<Due[]> => {
    const count = visits.get(member.id) ?? 0;
    if (!visitReminder(member, program, { visits: count, dues: [] }, today)) return [];
    const { programPaymentTypeId } = program;
    const dues = await loadMemberPayments(member, programPaymentTypeId, [periodOf(today)], [memberDues]);
    const reminder = visitReminder(member, program, { visits: count, dues }, today);
    return reminder ? [{ member, reminder }] : [];
  });
  return (await Promise.all(due)).flat();
}
