import { showLastDay } from '../../shared/calendar.ts';
import {
  accessTypes,
  activated,
  deleted,
  enrolledWaitingForPayment,
  firstDayOf,
  invited,
  onHold,
  waitingToDelete,
  type Member,
} from '../../shared/members/member.ts';
import { sameDigest } from '../platform/digest.ts';
import type { StopLinks } from '../platform/email.ts';
import { keyedDigest, keyedDigests } from '../platform/keyed-digest.ts';
import * as z from 'zod';

// the purpose separates the token from those of invitations
const textOf = (memberId: string): string => `stop visit emails/${memberId}`;

/** Returns the query of the links that stop a membership's emails about visits, and do nothing else. */
async function stopQuery(memberId: string): Promise<string> {
  const token = await keyedDigest(textOf(memberId));
  return new URLSearchParams({ memberGuid: memberId, token }).toString();
}

/** Returns the page that stops the emails, and the address for mail programs (RFC 8058). */
export async function stopLinks(memberId: string): Promise<StopLinks> {
  const site = process.env.SITE_ADDRESS ?? '';
  const query = await stopQuery(memberId);
  return { page: `${site}/stopvisitemails?${query}`, unsubscribe: `${site}/api/visits/emails/stop?${query}` };
}

export const isStopToken = async (memberId: string, token: string): Promise<boolean> =>
  (await keyedDigests(textOf(memberId))).some((digest) => sameDigest(digest, token));

/** Returns the address of a page about a membership. The page selects it, also for a member with several. */
export function membershipAddress(memberId: string, path: string): string {
  const address = new URL(path, process.env.SITE_ADDRESS);
  address.searchParams.set('member', memberId);
  return address.href;
}

/** An email to a member, as its job stores it; address and name are those at the time of sending. */
export const memberEmail = z.object({
  memberId: z.string(),
  subject: z.string(),
  paragraphs: z.array(z.string()),
  /** The linked page; `path` begins with a slash. */
  link: z.object({ title: z.string(), path: z.string() }),
  /** A PDF of labels and texts that is attached; `at` is an ISO instant. */
  document: z
    .object({
      title: z.string(),
      name: z.string(),
      at: z.string(),
      lines: z.array(z.tuple([z.string(), z.string()])),
    })
    .optional(),
  /** True for emails that the member can stop with a link. */
  isAboutVisits: z.boolean().optional(),
});
export type MemberEmail = z.output<typeof memberEmail>;

type Turning = Pick<
  Member,
  | 'id'
  | 'invitationStatus'
  | 'preferredAccessType'
  | 'facilityName'
  | 'leavingOn'
  | 'startsOn'
  | 'enrolledOn'
  | 'withdrawalPayeeToken'
>;

/** The subject of the email about an undone end. */
export const membershipContinues = 'Your membership continues';

const home = { title: 'See your membership', path: '/member/dashboard/home' };

/**
 * Returns the email about a turn of a membership: it is activated, it is on hold or active again, it ends, or an end was undone. Derived from the record
 * before and after, so that every channel that causes the same turn causes the same email.
 */
export function membershipEmail(before: Turning, after: Turning): MemberEmail | undefined {
  const [from, to] = [before.invitationStatus, after.invitationStatus];
  const isEnding = (status: Member['invitationStatus']) => status === waitingToDelete || status === deleted;
  if (from === to || firstDayOf(after) === null) return undefined;
  if (to === activated && (from === invited || from === enrolledWaitingForPayment))
    return activatedEmail(after);
  if (to === onHold) return holdEmail(after);
  if (from === onHold && to === activated) return resumedEmail(after);
  if (isEnding(to) && !isEnding(from)) return endEmail(after);
  return isEnding(from) && !isEnding(to)
    ? {
        memberId: after.id,
        subject: membershipContinues,
        paragraphs: [
          `The end of your membership at ${after.facilityName ?? 'your club'} was canceled. Nothing changes for you.`,
        ],
        link: home,
      }
    : undefined;
}

function activatedEmail({ id, preferredAccessType, facilityName }: Turning): MemberEmail {
  const club = facilityName ?? 'your club';
  return preferredAccessType === accessTypes.digitalKey
    ? {
        memberId: id,
        subject: 'Your pass is ready',
        paragraphs: [`Your membership is active. Show your access pass at the entrance of ${club}.`],
        link: { title: 'Open your pass', path: '/member/accesspass' },
      }
    : {
        memberId: id,
        subject: 'Your membership is active',
        paragraphs: [`Your membership is active. Use your key fob at the entrance of ${club}.`],
        link: home,
      };
}

const holdEmail = ({ id, facilityName }: Turning): MemberEmail => ({
  memberId: id,
  subject: 'Your membership is on hold',
  paragraphs: [
    `Your membership at ${facilityName ?? 'your club'} is on hold. Check-ins during the hold do not count. Your home page lists the effects on dues and reimbursements.`,
    'To resume it, contact your employer or insurer, or us.',
  ],
  link: home,
});

const resumedEmail = ({ id, facilityName }: Turning): MemberEmail => ({
  memberId: id,
  subject: 'Your membership is active again',
  paragraphs: [
    `The hold of your membership at ${facilityName ?? 'your club'} ended. Visits count again. Your home page lists the next withdrawal, if there is one.`,
  ],
  link: home,
});

function endEmail({
  id,
  facilityName,
  leavingOn,
  invitationStatus,
  withdrawalPayeeToken,
}: Turning): MemberEmail {
  const lastDay = showLastDay(leavingOn);
  const isEnded = invitationStatus === deleted;
  return {
    memberId: id,
    subject: isEnded ? 'Your membership ended' : `Your membership ends on ${lastDay}`,
    paragraphs: [
      ...(lastDay === ''
        ? []
        : [
            `The last day of your membership at ${facilityName ?? 'your club'} ${isEnded ? 'was' : 'is'} ${lastDay}.`,
          ]),
      `${withdrawalPayeeToken === null ? '' : 'Dues of later months are not withdrawn. '}Reimbursements and refunds that you are owed are paid as usual.`,
      'If you did not expect this, contact your employer or insurer, or us.',
    ],
    link: home,
  };
}
