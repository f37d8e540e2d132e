import { currentAgreementVersion } from '../../shared/enrollment/agreement-text.ts';
import { accounts } from '../../shared/contracts/accounts.ts';
import { dateInChicago, nextPeriod, periodOf, periodStart } from '../../shared/calendar.ts';
import { loadMember } from '../../functions/members/store.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { enrollment } from '../../shared/contracts/enrollment.ts';
import { members as memberCalls } from '../../shared/contracts/members.ts';
import { lastDayOfRight } from './model.ts';
import { routingOfMembers } from './bank-view.ts';
import { accept } from './invitations.ts';
import { linesOf } from './plain-font.ts';
import { fail } from './violation.ts';
import type { SimulatedMember, World } from './world.ts';

/** Signs the agreement of a club, as the page does: reads it, enters the code of the PDF, and sends the form. */
export async function enroll(world: World, member: SimulatedMember): Promise<void> {
  const { portal, facilityIds } = world;
  if (member.id === '' && !(await accept(world, member))) return;
  const { user } = member;
  const facilityId = facilityIds[Math.floor(portal.cloud.random() * facilityIds.length)] ?? '';
  const query = { memberIdGuid: member.id, facilityId };
  const { body: text } = await portal.request(enrollment.agreementText, user, { query });
  const { bytes } = await portal.request(enrollment.agreementPreview, user, { query });
  const code = linesOf(bytes).find((line) => /^\d{3} \d{3}$/.test(line));
  const record = (event: string, sent: object = {}) =>
    portal.request(enrollment.recordConsent, user, { body: { ...query, hash: text?.hash, event, ...sent } });
  await record('opened');
  await record('agreed', { code });
  await record('read');
  const account = { routingNumber: routingOfMembers, accountNumber: member.account, bankAccountType: 0 };
  const { type } = member.partner.terms;
  const { status } = await portal.request(enrollment.enroll, user, {
    body: {
      facilityMemberID: member.keyFob,
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
  const stored = status === 400 ? undefined : await loadMember(member.id);
  if (stored?.facilityId) {
    member.facilityId = stored.facilityId;
    member.enrolledOn ??= dateInChicago(portal.cloud.now);
    member.signedAt ??= portal.cloud.now.toISOString();
    // only the first of two forms is an agreement
    if (status < 400) world.bankView.authorized(member);
  }
  await portal.work();
}

export async function transfer(world: World, member: SimulatedMember): Promise<void> {
  const {
    portal,
    admins: [admin],
    facilityIds,
  } = world;
  const facilityId = facilityIds[Math.floor(portal.cloud.random() * facilityIds.length)] ?? '';
  await portal.request(memberCalls.transfer, admin, { params: { facilityId }, body: [member.id] });
  await portal.work();
  member.facilityId = (await loadMember(member.id)).facilityId ?? member.facilityId;
}

/** Records ends of memberships, also of those that a job completes later, and asserts that they were requested. */
export function recordEnds(world: World): void {
  for (const id of world.observed.changedEnds) {
    const member = world.members.find((one) => one.id === id);
    if (member && world.observed.members.get(id)?.leavingOn === null) continueMembership(member);
    if (!member || !world.observed.ends.has(id)) continue;
    if (!member.isLeaving) fail(`the membership of ${member.email} ended without a request`);
    recordEnd(world, member);
  }
  world.observed.changedEnds.clear();
}

/** An undo, also one that a job completes later, removes the end of a membership. */
export function continueMembership(member: SimulatedMember): void {
  member.leftOn = undefined;
  member.isCanceled = undefined;
  member.endsOn = undefined;
  member.endsAt = undefined;
}

/** Records that a membership ended, if it did: on the first of the next month for an activated member who pays. */
export function recordEnd({ portal, observed }: World, member: SimulatedMember): void {
  const end = observed.ends.get(member.id);
  if (!end || member.leftOn !== undefined) return;
  member.isCanceled = member.gaveNotice && isWithinRight(portal.cloud.now, member.signedAt);
  // a notice while first dues are collected ends the membership with the month
  const isLater = end.status === 3 && observed.members.get(member.id)?.invitationStatus === 6;
  const paysDues = !member.isCanceled && (isLater || (end.status === 4 && member.partner.terms.type !== 1));
  member.leftOn = end.on;
  member.endsOn = paysDues ? periodStart(nextPeriod(periodOf(end.on))) : end.on;
  member.endsAt = paysDues ? `${member.endsOn}T06:00:00.000Z` : portal.cloud.now.toISOString();
}

const hour = 3_600_000;
/** The right begins where the day ends first and ends where it ends last. */
const isWithinRight = (now: Date, signedAt = ''): boolean =>
  dateInChicago(new Date(now.getTime() - 5 * hour)) <=
  lastDayOfRight(dateInChicago(new Date(Date.parse(signedAt) + hour)));

/** Reads what the end does, and confirms it. */
async function giveNotice({ portal }: World, member: SimulatedMember): Promise<void> {
  member.gaveNotice = true;
  const query = { memberGuid: member.id };
  const { body } = await portal.request(memberCalls.ending, member.user, { query });
  const { kind, lastDay, refundTotal } = body?.ending ?? {};
  if (kind)
    await portal.request(memberCalls.end, member.user, { body: { ...query, kind, lastDay, refundTotal } });
}

/** A member pauses for whole months, or resumes early. */
export async function pauseOrResume({ portal, observed }: World, member: SimulatedMember): Promise<void> {
  const memberGuid = member.id;
  const months = 1 + Math.floor(portal.cloud.random() * 3);
  const before = observed.members.get(member.id)?.holds?.length ?? 0;
  const { status } = await portal.request(memberCalls.pause, member.user, { body: { memberGuid, months } });
  if (status >= 400 && before > 0 && portal.cloud.random() < 0.3)
    await portal.request(memberCalls.resume, member.user, { body: { memberGuid } });
  const known = observed.members.get(member.id)?.holds ?? [];
  member.holds = known.map(({ from, to }) => (to === null ? { from } : { from, to }));
  await portal.work();
}

/** An administrator or the manager of the partner ends a membership, or the member revokes the authorization. */
export async function leave(world: World, member: SimulatedMember): Promise<void> {
  const {
    portal,
    admins: [admin],
    managers,
    bankView,
  } = world;
  const chance = portal.cloud.random();
  member.isLeaving = true;
  if (chance >= 0.8) await giveNotice(world, member);
  else if (chance < 0.3 && member.partner.terms.type !== 1) {
    member.gaveNotice = true;
    const body = { memberGuid: member.id };
    const { status } = await portal.request(accounts.withdrawAuthorization, member.user, { body });
    // a process that ended has status 0
    if (status > 0 && status < 400) bankView.revoked(member.id);
  } else
    await portal.request(employees.deleteEnrollment, chance < 0.6 ? admin : managers.get(member.partner.id), {
      params: { groupMembershipEnrollmentID: member.id, programPaymentTypeID: member.partner.terms.type },
    });
  recordEnd(world, member);
  await portal.work();
}

/** Puts a membership at a pay-per-visit club on hold, or resumes it. */
export async function holdOrResume(world: World, member: SimulatedMember): Promise<void> {
  const { portal, admins, managers } = world;
  const { invitationStatus } = await loadMember(member.id);
  if (invitationStatus === 7)
    await portal.request(employees.reactivate, managers.get(member.partner.id), {
      body: { memberId: member.id },
    });
  else await portal.request(memberCalls.deactivate, admins[1], { query: { memberID: member.id } });
  recordHolds(world, member);
}

function recordHolds({ portal: { cloud }, observed }: World, member: SimulatedMember): void {
  const today = dateInChicago(cloud.now);
  const last = member.holds.at(-1);
  const isHeld = observed.members.get(member.id)?.invitationStatus === 7;
  if (isHeld && (!last || last.to !== undefined)) member.holds.push({ from: today });
  else if (!isHeld && last && last.to === undefined) last.to = today;
}

/** A member stops the next withdrawal; the membership is on hold until it is settled. */
export async function stopWithdrawal(world: World, member: SimulatedMember, periodID: string): Promise<void> {
  await world.portal.request(accounts.stopWithdrawal, member.user, {
    body: { memberGuid: member.id, periodID },
  });
  recordHolds(world, member);
  await world.portal.work();
}

/** A member enters another account, because the bank cannot debit the current one or for another reason. */
export async function replaceAccount({ portal, bankView }: World, member: SimulatedMember): Promise<void> {
  member.account = String(Number(member.account) + 100_000);
  const bankAccount = {
    nameOnAccount: 'Ann Lund',
    routingNumber: routingOfMembers,
    accountNumber: member.account,
    bankAccountType: 0,
    operationTypeID: 3,
  };
  const body = { memberGuid: member.id, bankAccount };
  // the response of a successful request can be lost
  for (let attempt = 1; attempt < 9; attempt++) {
    const { status } = await portal.request(accounts.saveBankingInfo, member.user, { body });
    if (status > 0 && status < 400) bankView.authorized(member);
    if (status > 0 && status < 500) break;
  }
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
  // HR repeats rows and lists persons that the portal does not know
  for (const member of leavers) member.isLeaving = true;
  const rows = leavers.flatMap(({ email }, index) => (index % 3 === 0 ? [email, email] : [email]));
  const csv = ['Email', ...rows, 'unknown@people.test', 'no address', ''].join('\n');
  const { body } = await portal.succeed(employees.beginRosterChange, admin, {
    body: { partnerID, kind: 'leavers' },
    files: { file: { name: 'leavers.csv', bytes: Buffer.from(csv) } },
  });
  await portal.work();
  const params = { changeId: body.changeId };
  const { body: change } = await portal.request(employees.rosterChange, admin, { params });
  await portal.request(employees.confirmRosterChange, admin, { params, body: { version: change?.version } });
  await portal.work();
  for (const member of leavers) recordEnd(world, member);
}
