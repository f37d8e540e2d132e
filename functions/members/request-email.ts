import type { MemberRequest } from '../../shared/members/requests/request.ts';
import { notifyAdministrators } from '../administrators/notify-administrators.ts';
import { notificationEmails } from '../partners/notification-emails.ts';
import { loadPartner } from '../partners/store.ts';
import { linkEmail, sendEmail } from '../platform/email.ts';
import { errorFields, log } from '../platform/log.ts';
import type { MemberEmail } from './email-content.ts';

/** Emails a saved request: a club change to the administrators, a lost key fob to the partner's managers. */
export async function emailRequest(request: MemberRequest): Promise<void> {
  const { kind, memberName, fromName, facilityName, lostNumber, note, partnerId } = request;
  const noted = note === '' ? [] : [`Note: ${note}`];
  if (kind === 'clubChange') {
    await notifyAdministrators({
      subject: `${memberName} requests a club change`,
      paragraphs: [
        `${memberName} requests a change from ${fromName} to ${facilityName}.`,
        ...noted,
        'Accept the request to transfer the member, or decline it with a reason.',
      ],
      link: { title: 'Review the request', path: '/admin/members/requests' },
    });
    return;
  }
  const address = `${process.env.SITE_ADDRESS ?? ''}/partnermanager/groupmemberships/lostkeyfobs`;
  const paragraphs = [
    'Hello,',
    `${memberName} reports that key fob ${lostNumber} is lost.`,
    ...noted,
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
