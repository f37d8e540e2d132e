import { dateInChicago } from '../../../shared/calendar.ts';
import { privacy } from '../../../shared/contracts/privacy.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { consentStateOf, newConsent } from '../../../shared/members/health-consent.ts';
import { loadFacilities } from '../../facilities/store.ts';
import { handle } from '../../handle.ts';
import { changeAndNotify } from '../../members/change-and-notify.ts';
import { loadMember, memberChange } from '../../members/store.ts';
import { auditWrite } from '../../table/audit.ts';

export const handler = handle(privacy.withdrawHealthConsent, async ({ body, caller, now, newId }) => {
  const member = await loadMember(body.memberId);
  const [facility] = await loadFacilities(member.facilityId === null ? [] : [member.facilityId]);
  const today = dateInChicago(now);
  const state = member.healthConsent?.state ?? consentStateOf(member, facility);
  // members of earlier releases were not asked, and can refuse too
  if (state === null) throw new Refusal('invalid', 'Your state does not require this consent.');
  const response = {
    success: true,
    message: 'Your consent was withdrawn. We no longer collect or share your visits.',
  };
  const consent = member.healthConsent ?? newConsent(undefined, state, today);
  if (consent.withdrawnOn !== null) return response;
  const changes = [
    ...memberChange(member, { ...member, healthConsent: { ...consent, withdrawnOn: today } }),
    auditWrite(
      {
        name: 'member withdrew health data consent',
        subject: `member ${member.id}`,
        who: caller.userId,
        after: { version: consent.version, state },
      },
      now,
    ),
  ];
  await changeAndNotify(
    {
      memberId: member.id,
      subject: 'You withdrew your consent for consumer health data',
      paragraphs: [
        'From today on, we no longer collect your visits or share them, and you earn no further reimbursements. Reimbursements for visits before today are still paid. Your membership and its dues continue.',
        'You can give the consent again at any time; visits count from that day on.',
      ],
      link: { title: 'Privacy', path: '/member/profile/privacy' },
    },
    changes,
    { caller, now, newId },
  );
  return response;
});
