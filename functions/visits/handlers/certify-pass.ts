import { checkMayHavePass } from '../../../shared/visits/access-pass/access-pass.ts';
import { passDays } from '../../../shared/visits/access-pass/pass-code.ts';
import { visits } from '../../../shared/contracts/visits.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { loadMember } from '../../members/store.ts';
import { newCode } from '../../platform/digest.ts';
import { handle } from '../../handle.ts';
import { loadFeatureFlags } from '../../settings/store.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { isPublicKey, serverPublicKey } from '../pass-key.ts';
import { loadPass, passChange } from '../pass-store.ts';

const dayMs = 86_400_000;

export const handler = handle(visits.certifyPass, async ({ body: { memberId, publicKey }, caller, now }) => {
  const [member, flags, before] = await Promise.all([
    loadMember(memberId),
    loadFeatureFlags(),
    loadPass(memberId),
  ]);
  checkMayHavePass(member, flags);
  if (!(await isPublicKey(publicKey)))
    throw new Refusal('invalid', 'This is no public key on P-256.', 'publicKey');
  const certifiedUntil = new Date(now.getTime() + passDays * dayMs).toISOString();
  const number = before?.number ?? newCode(8);
  const accessPass = { memberId, number, lastStep: before?.lastStep ?? 0, version: before?.version ?? 0 };
  const event = {
    name: 'access pass certified',
    subject: `member ${memberId}`,
    partnerId: member.partnerId,
    who: caller.userId,
    after: { certifiedUntil, isOtherPhone: before !== undefined && before.publicKey !== publicKey },
  } as const;
  await transact(...passChange(before, { ...accessPass, publicKey, certifiedUntil }), auditWrite(event, now));
  return {
    number,
    serverKey: await serverPublicKey(number),
    certifiedUntil,
    memberName: `${member.firstName} ${member.lastName}`,
    facilityName: member.facilityName ?? '',
  };
});
