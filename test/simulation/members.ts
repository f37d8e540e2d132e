import { findUserByEmail } from '../../functions/users/store.ts';
import { currentAgreementVersion } from '../../shared/enrollment/agreement-text.ts';
import { accounts } from '../../shared/contracts/accounts.ts';
import { dateInChicago } from '../../shared/calendar.ts';
import { loadMember } from '../../functions/members/store.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { enrollment } from '../../shared/contracts/enrollment.ts';
import { members as memberCalls } from '../../shared/contracts/members.ts';
import { visits } from '../../shared/contracts/visits.ts';
import { shown } from '../platform/pdf-text.ts';
import type { SimulatedMember, World } from './world.ts';

const password = 'LongEnough1!x';

/** Follows the newest invitation link of a member and chooses a password. */
async function accept({ portal }: World, member: SimulatedMember): Promise<boolean> {
  const email = portal.cloud.messages.emails.findLast(
    ({ to, text }) => to === member.email && text.includes('/invitation/'),
  );
  const token = /\/invitation\/(\S+)/.exec(email?.text ?? '')?.[1];
  if (!token) return false;
  await portal.request(enrollment.acceptInvitation, undefined, {
    params: { token },
    body: { password, confirmPassword: password },
  });
  member.user = await findUserByEmail(member.email);
  member.id = member.user?.memberIds[0] ?? '';
  return member.user !== undefined;
}

/** Signs the agreement of a club, as the page does: reads it, enters the code of the PDF, and sends the form. */
export async function enroll(world: World, member: SimulatedMember): Promise<void> {
  const { portal, facilityIds } = world;
  if (!member.user && !(await accept(world, member))) return;
  const { user } = member;
  const facilityId = facilityIds[Math.floor(portal.cloud.random() * 3)] ?? '';
  const query = { memberIdGuid: member.id, facilityId };
  const { body: text } = await portal.request(enrollment.agreementText, user, { query });
  const { bytes } = await portal.request(enrollment.agreementPreview, user, { query });
  const code = /^\d{3} \d{3}$/m.exec(shown(bytes))?.[0];
  const record = (event: string, sent: object = {}) =>
    portal.request(enrollment.recordConsent, user, { body: { ...query, hash: text?.hash, event, ...sent } });
  await record('opened');
  await record('agreed', { code });
  await record('read');
  const account = { routingNumber: '091000019', accountNumber: member.account, bankAccountType: 0 };
  const { type } = member.partner.terms;
  const { status } = await portal.request(enrollment.enroll, user, {
    body: {
      facilityMemberID: member.fob,
      isMemberAgreed: true,
      firstName: 'Ann',
      lastName: 'Lund',
      contactNumber: '(218) 555-0142',
      email: member.email,
      documentAgreementVersion: currentAgreementVersion,
      facilityId,
      MemberIds: [member.id],
      ...(type !== 1 && { withdrawalFromBankAccount: account, depositToBankAccount: account }),
    },
  });
  // the response of a successful request can be lost
  if (status === 200 || (status !== 400 && (await loadMember(member.id)).enrolledOn !== null)) {
    member.facilityId = facilityId;
    member.enrolledOn ??= dateInChicago(portal.cloud.now);
  }
  await portal.work();
}

/** The clubs report check-ins of a day in one file; some report lines twice. */
export async function checkIn(
  world: World,
  date: string,
  visitors: readonly SimulatedMember[],
): Promise<void> {
  const {
    portal,
    admins: [admin],
  } = world;
  const [year, month, day] = date.split('-');
  const lines = visitors.map(
    ({ fob, facilityId }) => `${fob},${numberOf(world, facilityId)},${month}/${day}/${year},18:05`,
  );
  if (lines.length === 0) return;
  const csv = ['Key Fob,Club ID,Date,Time', ...lines].join('\n');
  await portal.succeed(visits.importCheckIns, admin, {
    files: { file: { name: 'visits.csv', bytes: Buffer.from(csv) } },
  });
  for (const { visitDays } of visitors) visitDays.add(date);
  await portal.work();
}

const numberOf = ({ facilityIds }: World, facilityId = ''): string =>
  `800${facilityIds.indexOf(facilityId) + 1}`;

export async function transfer(world: World, member: SimulatedMember): Promise<void> {
  const {
    portal,
    admins: [admin],
    facilityIds,
  } = world;
  const facilityId = facilityIds[Math.floor(portal.cloud.random() * 3)] ?? '';
  await portal.request(memberCalls.transfer, admin, { params: { facilityId }, body: [member.id] });
  await portal.work();
  member.facilityId = (await loadMember(member.id)).facilityId ?? member.facilityId;
}

export async function leave(world: World, member: SimulatedMember): Promise<void> {
  const {
    portal,
    admins: [admin],
  } = world;
  const { invitationStatus } = await loadMember(member.id);
  const { status } = await portal.request(employees.deleteEnrollment, admin, {
    params: { groupMembershipEnrollmentID: member.id, programPaymentTypeID: member.partner.terms.type },
  });
  const { leavingOn } = await loadMember(member.id);
  if (status !== 200 && leavingOn === null) return;
  member.leftOn = dateInChicago(portal.cloud.now);
  member.statusAtLeaving = invitationStatus;
  await portal.work();
}

/** A member whose account cannot be debited enters another one. */
export async function replaceAccount({ portal }: World, member: SimulatedMember): Promise<void> {
  const { invitationStatus, accountInvalidatedOn } = await loadMember(member.id);
  if (!accountInvalidatedOn || invitationStatus === 8) return;
  member.account = String(Number(member.account) + 100_000);
  const bankAccount = {
    nameOnAccount: 'Ann Lund',
    routingNumber: '091000019',
    accountNumber: member.account,
    bankAccountType: 0,
    operationTypeID: 3,
  };
  await portal.request(accounts.saveBankingInfo, member.user, {
    body: { memberGuid: member.id, bankAccount },
  });
  await portal.work();
}

/** HR sends a file of leavers and confirms it. */
export async function leaveByFile(world: World, leavers: readonly SimulatedMember[]): Promise<void> {
  const {
    portal,
    admins: [admin],
  } = world;
  const partnerID = leavers[0]?.partner.id;
  if (partnerID === undefined) return;
  const before = new Map<string, number>();
  for (const { id } of leavers) before.set(id, (await loadMember(id)).invitationStatus);
  const csv = ['Email', ...leavers.map(({ email }) => email)].join('\n');
  const { body } = await portal.succeed(employees.beginRosterChange, admin, {
    body: { partnerID, kind: 'leavers' },
    files: { file: { name: 'leavers.csv', bytes: Buffer.from(csv) } },
  });
  await portal.work();
  const params = { changeId: body.changeId };
  const { body: change } = await portal.request(employees.rosterChange, admin, { params });
  await portal.request(employees.confirmRosterChange, admin, { params, body: { version: change?.version } });
  await portal.work();
  for (const member of leavers) {
    const { leavingOn } = await loadMember(member.id);
    if (leavingOn === null) continue;
    member.leftOn ??= dateInChicago(portal.cloud.now);
    member.statusAtLeaving ??= before.get(member.id);
  }
}
