import { dateInChicago } from '../../../shared/calendar.ts';
import { privacy } from '../../../shared/contracts/privacy.ts';
import { consentStateOf, newConsent, healthConsentText } from '../../../shared/members/health-consent.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { loadFacilities } from '../../facilities/store.ts';
import { handle } from '../../handle.ts';
import { loadMember, memberChange } from '../../members/store.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';

export const handler = handle(privacy.giveHealthConsent, async ({ body, caller, now }) => {
  const member = await loadMember(body.memberId);
  const [facility] = await loadFacilities(member.facilityId === null ? [] : [member.facilityId]);
  const state = consentStateOf(member, facility);
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
