import {
  checkPassCode,
  checkPassHolder,
  timeOfScan,
} from '../../../shared/visits/access-pass/access-pass.ts';
import { readPass } from '../../../shared/visits/access-pass/pass-code.ts';
import { visits } from '../../../shared/contracts/visits.ts';
import { localTime } from '../../../shared/visits/facility-time.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { ownFacilityId } from '../../facilities/own-facility.ts';
import { loadFacility } from '../../facilities/store.ts';
import { loadMember } from '../../members/store.ts';
import { handle } from '../../handle.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { visitByRules } from '../accepted-visit.ts';
import { stepOfCode } from '../pass-key.ts';
import { emailAboutVisits } from '../visit-email.ts';
import { findPass, passChange } from '../pass-store.ts';

const noPass = () =>
  new Refusal(
    'invalid',
    'This is no access pass. Scan the code on the member’s phone, or type its 16 characters.',
    'code',
  );

export const handler = handle(visits.scanPass, async ({ body, caller, now }) => {
  const facilityId = ownFacilityId(caller);
  const values = readPass(body.code);
  const pass = values && (await findPass(values.number));
  if (!pass) throw noPass();
  const at = timeOfScan(body.scannedAt, now);
  const step = await stepOfCode(pass, values.code, at);
  checkPassCode(pass, step, at, body.scannedAt !== undefined);
  const [member, facility] = await Promise.all([loadMember(pass.memberId), loadFacility(facilityId)]);
  checkPassHolder(member, facility);
  const came = { memberId: member.id, facilityId, ...localTime(at, facility) };
  const { changes, message: answer, isCounted, raised = [] } = await visitByRules(came, now);
  const event = { name: 'access pass used', subject: `member ${member.id}`, who: caller.userId } as const;
  const auditEvent = auditWrite(
    { ...event, partnerId: member.partnerId, after: { facilityId, answer } },
    now,
  );
  await transact(
    ...passChange(pass, { ...pass, lastStep: Math.max(pass.lastStep, step) }),
    ...changes,
    auditEvent,
  );
  await emailAboutVisits(raised, now);
  const memberName = `${member.firstName} ${member.lastName}`;
  const message = isCounted
    ? `${memberName} is checked in. The visit counts.`
    : `${memberName} may come in. ${answer}.`;
  return { success: true, message, memberName, isCounted };
});
