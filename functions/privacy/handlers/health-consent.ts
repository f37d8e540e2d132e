import { dateInChicago } from '../../../shared/calendar.ts';
import { privacy } from '../../../shared/contracts/privacy.ts';
import { newConsent, healthConsentText, stateOfConsent } from '../../../shared/members/health-consent.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { handle } from '../../handle.ts';
import { loadMember, memberChange, loadMembers } from '../../members/store.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { isEnrolled } from '../../../shared/members/standing.ts';
import { loadPartner } from '../../partners/store.ts';
import { changeAndNotify } from '../../members/change-and-notify.ts';

export const giveHealthConsentHandler = handle(privacy.giveHealthConsent, async ({ body, caller, now }) => {
  const member = await loadMember(body.memberId);
  const state = stateOfConsent(member);
  if (state === null) throw new Refusal('invalid', 'Your state does not require this consent.');
  const before = member.healthConsent;
  const response = { success: true, message: 'Thank you. Your visits count.' };
  if (before && before.withdrawnOn === null) return response;
  const after = newConsent(before, state, dateInChicago(now));
  await transact(
    ...memberChange(member, { ...member, healthConsent: after }),
    auditWrite(
      {
        name: 'member gave health data consent',
        subject: `member ${member.id}`,
        who: caller.userId,
        after: { version: healthConsentText.version, state },
      },
      now,
    ),
  );
  return response;
});

export const healthConsentsHandler = handle(privacy.healthConsents, async ({ caller }) => {
  const members = (await loadMembers(caller.user?.memberIds ?? [])).filter(isEnrolled);
  const rows = await Promise.all(
    members.map(async (member) => {
      const state = stateOfConsent(member);
      if (state === null) return [];
      const { givenOn = null, withdrawnOn = null } = member.healthConsent ?? {};
      const { name: partnerName } = await loadPartner(member.partnerId);
      return [
        { memberId: member.id, clubName: member.facilityName, partnerName, state, givenOn, withdrawnOn },
      ];
    }),
  );
  return rows.flat();
});

export const withdrawHealthConsentHandler = handle(
  privacy.withdrawHealthConsent,
  async ({ body, caller, now, newId }) => {
    const member = await loadMember(body.memberId);
    const today = dateInChicago(now);
    const state = stateOfConsent(member);
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
          after: { version: consent.version, state: consent.state },
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
  },
);
