import {
  type MemberRequest,
  checkRequest,
  type memberRequestForm,
  requestEnded,
} from '../../shared/members/member-request.ts';
import { notificationEmails } from '../managers/store.ts';
import { loadPartner } from '../partners/store.ts';
import { linkEmail, sendEmail } from '../platform/email.ts';
import { errorFields, log } from '../platform/log.ts';
import type { MemberEmail } from './email-content.ts';
import type * as z from 'zod';
import { checkTransferTarget } from '../../shared/enrollment/enrollment.ts';
import { loadFacility, unchangedFacility } from '../facilities/store.ts';
import { auditWrite } from '../table/audit.ts';
import { transact } from '../table/transact.ts';
import { newClubText } from './request-done.ts';
import { findRequest, requestChange } from './request-store.ts';
import { loadMember, memberChange } from './store.ts';
import { dateInChicago, showDate } from '../../shared/calendar.ts';
import { keyFobActivated, keyFobStatusInUse, lostKeyFob } from '../../shared/employees/key-fob.ts';
import { notAvailable } from '../../shared/employees/membership-rules.ts';
import type { Member } from '../../shared/members/member.ts';
import { isEnrolled } from '../../shared/members/standing.ts';
import { Refusal } from '../../shared/refusal.ts';
import { keyFobChange, loadKeyFobs } from '../employees/store.ts';
import type { Change } from '../table/write.ts';
import { transferStep } from './transfer-member.ts';

/** Emails a report of a lost key fob to the partner's managers. */
async function emailLostKeyFob({ memberName, lostNumber, note, partnerId }: MemberRequest): Promise<void> {
  const address = `${process.env.SITE_ADDRESS ?? ''}/partnermanager/groupmemberships/lostkeyfobs`;
  const paragraphs = [
    'Hello,',
    `${memberName} reports that key fob ${lostNumber} is lost.`,
    ...(note === '' ? [] : [`Note: ${note}`]),
    'Give the member another key fob and enter its number. Check-ins with the lost key fob then no longer count.',
  ];
  for (const to of await notificationEmails(await loadPartner(partnerId)))
    try {
      await sendEmail(
        linkEmail(to, `${memberName} lost a key fob`, paragraphs, { title: 'Replace the key fob', address }),
      );
    } catch (error) {
      // the request is saved and listed
      log('error', 'lost key fob email not sent', errorFields(error));
    }
}

const link = { title: 'View your club', path: '/member/profile/facilityinformation/facilities' };

/** Returns the email about the outcome of a request. */
export function requestAnsweredEmail({
  memberId,
  kind,
  status,
  answer,
  facilityName,
}: MemberRequest): MemberEmail {
  const requestText =
    kind === 'clubChange' ? `You requested a change to ${facilityName}.` : 'You reported a lost key fob.';
  return {
    memberId,
    subject:
      kind === 'clubChange'
        ? `Your club change was ${status === 'done' ? 'made' : 'declined'}`
        : status === 'done'
          ? 'Your key fob was replaced'
          : 'Your key fob was not replaced',
    paragraphs:
      status === 'done'
        ? [requestText, answer]
        : [
            requestText,
            `The request was declined, for this reason: ${answer}`,
            'If this is not right, contact us.',
          ],
    link,
  };
}

type NewRequest = z.output<typeof memberRequestForm> & { memberId: string };

/** Stores a member's request. A lost key fob is emailed immediately, a club change with the waiting work. Throws ('conflict') if the same request is open. */
export async function sendRequest(
  { memberId, kind, facilityId = '', note = '' }: NewRequest,
  who: string,
  now: Date,
): Promise<void> {
  const [member, existing, to] = await Promise.all([
    loadMember(memberId),
    findRequest(memberId, kind),
    kind === 'clubChange' ? loadFacility(facilityId) : null,
  ]);
  checkRequest(member, existing, to);
  if (to) checkTransferTarget(to);
  const request: MemberRequest = {
    memberId,
    kind,
    partnerId: member.partnerId,
    memberName: `${member.firstName} ${member.lastName}`,
    fromName: member.facilityName ?? '',
    facilityId: to?.id ?? null,
    facilityName: to?.name ?? '',
    lostNumber: kind === 'lostKeyFob' ? (member.keyFobNumber ?? '') : '',
    note,
    status: 'open',
    answer: '',
    requestedAt: now.toISOString(),
    answeredAt: null,
    version: existing?.version ?? 0,
  };
  await transact(
    ...requestChange(existing ?? null, request),
    auditWrite(
      {
        name: 'member request sent',
        subject: `member ${memberId}`,
        partnerId: member.partnerId,
        who,
        after: { kind, facilityId: request.facilityId, lostNumber: request.lostNumber },
      },
      now,
    ),
  );
  if (kind === 'lostKeyFob') await emailLostKeyFob(request);
}

interface Acceptance {
  request: MemberRequest;
  member: Member;
  who: string;
  now: Date;
}

interface Accepted {
  message: string;
  changes: Change[];
}

/** Transfers the member as administrators do; a member who is at the club already stays there. */
export async function acceptedFacilityChange({ request, member, who, now }: Acceptance): Promise<Accepted> {
  const to = await loadFacility(request.facilityId ?? '');
  checkTransferTarget(to);
  const { result, changes } = await transferStep({
    memberId: member.id,
    member,
    to,
    who,
    now,
    closesRequest: true,
  });
  if (!result.success) throw new Refusal('conflict', `${result.message} Decline the request.`);
  return {
    message: changes.length > 0 ? newClubText(to, now) : `Your club is ${to.name}.`,
    changes: changes.length > 0 ? [...changes, unchangedFacility(to)] : [],
  };
}

/** Gives the member another key fob and bans the lost one from the day of the report. */
export async function replacedKeyFob(
  { request, member, who, now }: Acceptance,
  newNumber: string | undefined,
): Promise<Accepted> {
  if (!isEnrolled(member)) throw new Refusal('conflict', requestEnded);
  const number = newNumber?.toUpperCase() ?? '';
  const current = member.keyFobNumber ?? '';
  const isReplaced = current !== '' && current !== request.lostNumber;
  if (isReplaced) return { message: `Your key fob is ${current}.`, changes: [] };
  if (number === '') throw new Refusal('invalid', 'New Key Fob is required.', 'newNumber');
  const keyFobs = await loadKeyFobs([current, number].filter(Boolean));
  const [lost, next] = [current, number].map((each) => keyFobs.find((keyFob) => keyFob.number === each));
  if (next && (next.partnerId !== member.partnerId || next.memberId !== null || next.keyFobStatusId !== 0))
    throw new Refusal('invalid', notAvailable, 'newNumber');
  const inUse = { memberId: member.id, keyFobStatusId: keyFobStatusInUse(member) };
  const added = { number, partnerId: member.partnerId, addedAt: now.toISOString(), version: 0 };
  const on = dateInChicago(new Date(request.requestedAt));
  return {
    message: `Your key fob is ${number}. Check-ins with key fob ${request.lostNumber} count before ${showDate(on)} only.`,
    changes: [
      ...memberChange(member, { ...member, keyFobNumber: number }),
      ...(lost ? keyFobChange(lost, lostKeyFob(lost, member.id, on)) : []),
      ...keyFobChange(next ?? null, { ...(next ?? { ...added, keyFobStatusId: keyFobActivated }), ...inUse }),
      auditWrite(
        {
          name: 'key fob reassigned',
          subject: `member ${member.id}`,
          partnerId: member.partnerId,
          who,
          before: { number: current },
          after: { number },
        },
        now,
      ),
    ],
  };
}
