import { dateInChicago } from '../../../shared/calendar.ts';
import {
  walletPassOf,
  type WalletPass,
  noWalletPass,
  checkMayHavePass,
  mayHavePass,
  checkPassCode,
  checkPassHolder,
  timeOfScan,
  passDays,
  readPass,
} from '../../../shared/visits/access-pass.ts';
import { loadMember, loadMembers } from '../../members/store.ts';
import { loadFeatureFlags } from '../../settings/store.ts';
import { visits } from '../../../shared/contracts/visits.ts';
import { passType } from '../../../shared/media-types.ts';
import { handle } from '../../handle.ts';
import { applePass } from '../apple-pass.ts';
import { walletSettings, googlePassAddress } from '../google-pass.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { newCode } from '../../platform/digest.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { isPublicKey, serverPublicKey, stepOfCode } from '../pass-key.ts';
import { loadPass, passChange, findPass } from '../pass-store.ts';
import { localTime } from '../../../shared/visits/check-in.ts';
import { ownFacilityId } from '../../users/caller.ts';
import { loadFacility } from '../../facilities/store.ts';
import { visitByRules } from '../accepted-visit.ts';
import { emailAboutVisits } from '../visit-email.ts';

/** Returns the wallet pass of a membership; undefined if it is not active or has no key fob. */
async function loadWalletPass(memberId: string): Promise<WalletPass | undefined> {
  const [member, flags] = await Promise.all([loadMember(memberId), loadFeatureFlags()]);
  return walletPassOf(member, flags);
}

export const appleWalletPassHandler = handle(visits.appleWalletPass, async ({ query }) => {
  const [pass, { apple }] = await Promise.all([loadWalletPass(query.memberId), walletSettings()]);
  if (!pass || !apple) noWalletPass();
  return { name: 'Wellport.pkpass', type: passType, bytes: applePass(pass, apple) };
});

const dayMs = 86_400_000;

export const certifyPassHandler = handle(
  visits.certifyPass,
  async ({ body: { memberId, publicKey, isRenewal }, caller, now }) => {
    const [member, flags, before] = await Promise.all([
      loadMember(memberId),
      loadFeatureFlags(),
      loadPass(memberId),
    ]);
    checkMayHavePass(member, flags, dateInChicago(now));
    if (!(await isPublicKey(publicKey)))
      throw new Refusal('invalid', 'This is no public key on P-256.', 'publicKey');
    if (isRenewal && before?.publicKey !== publicKey)
      throw new Refusal('not-found', 'Your pass is on another phone now.');
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
    await transact(
      ...passChange(before, { ...accessPass, publicKey, certifiedUntil }, 'Try again.'),
      auditWrite(event, now),
    );
    return {
      number,
      serverKey: await serverPublicKey(number),
      certifiedUntil,
      memberName: `${member.firstName} ${member.lastName}`,
      facilityName: member.facilityName ?? '',
    };
  },
);

export const googleWalletPassHandler = handle(visits.googleWalletPass, async ({ query, now }) => {
  const [pass, { google }] = await Promise.all([loadWalletPass(query.memberId), walletSettings()]);
  if (!pass || !google) noWalletPass();
  return { address: googlePassAddress(pass, google, now) };
});

export const isPassOfferedHandler = handle(visits.isPassOffered, async ({ query }) => {
  const [members, flags] = await Promise.all([loadMembers(query.memberIds), loadFeatureFlags()]);
  return members.some((member) => mayHavePass(member, flags));
});

export const offeredWalletsHandler = handle(visits.offeredWallets, async ({ query }) => {
  const [pass, { apple, google }] = await Promise.all([loadWalletPass(query.memberId), walletSettings()]);
  return { apple: Boolean(pass && apple), google: Boolean(pass && google) };
});

const noPass = () =>
  new Refusal(
    'invalid',
    'This is no access pass. Scan the code on the member’s phone, or type its 16 characters.',
    'code',
  );

export const scanPassHandler = handle(visits.scanPass, async ({ body, caller, now }) => {
  const facilityId = ownFacilityId(caller);
  const values = readPass(body.code);
  const pass = values && (await findPass(values.number));
  if (!pass) throw noPass();
  const at = timeOfScan(body.scannedAt, now);
  const step = await stepOfCode(pass, values.code, at);
  checkPassCode(pass, step, at, body.scannedAt !== undefined);
  const [member, facility] = await Promise.all([loadMember(pass.memberId), loadFacility(facilityId)]);
  checkPassHolder(member, facility, dateInChicago(now));
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
