import { addDays, daysBetween, periodOf, periodStart, type CalendarDate } from '../../../shared/calendar.ts';
import {
  deleted,
  enrolledWaitingForPayment,
  firstDayOf,
  onHold,
  suspended,
  waitingToDelete,
  type InvitationStatus,
  type Member,
  accessTypes,
  invited,
  waitingToInvite,
  atFacility,
  newMember,
} from '../../../shared/members/member.ts';
import { moveMember } from '../../../shared/members/membership-status.ts';
import { type Seeded, demoId, seeded, addressOf, demoPhone, nameOf } from './seed.ts';
import { contractSteps, memberPays } from '../../../shared/enrollment/contract-steps.ts';
import type { Enrollment } from '../../../shared/enrollment/enrollment.ts';
import { firstDayOfEnrollment, firstDues } from '../../../shared/payments/dues.ts';
import type { MemberLogin } from './login-table.ts';
import { demoMember, demoMemberHome, statusCounts } from './scenario.ts';
import type { DemoPartner } from './partners.ts';
import { bankAccountChange } from '../../../functions/bank-accounts/store.ts';
import { keyFobChange } from '../../../functions/employees/store.ts';
import { invitationChange } from '../../../functions/members/invitation-store.ts';
import { invitationToken, tokenHashOf } from '../../../functions/members/invitation-token.ts';
import { enrollmentChange, memberChange } from '../../../functions/members/store.ts';
import type { Change } from '../../../functions/table/write.ts';
import { freeKeyFob, keyFobStatusInUse } from '../../../shared/employees/key-fob.ts';
import { invitationDays } from '../../../shared/enrollment/invitation.ts';
import { demoAccount } from './facilities.ts';

/** Returns a member with the events after signing, applied by the portal's own rules. */
function withHistory(
  signed: Member,
  status: InvitationStatus,
  membersPay: boolean,
  { today, drawn }: { today: CalendarDate; drawn: Seeded },
): Member {
  if (status === enrolledWaitingForPayment) return signed;
  const active = signed.activatedOn === null ? moveMember(signed, 'submitFirstDues', {}) : signed;
  const leave = (on: CalendarDate) =>
    moveMember(active, 'leave', { today: on, membersPay, isCollecting: false });
  if (status === suspended) return moveMember(active, 'invalidateAccount', { today: addDays(today, -5) });
  if (status === onHold) return moveMember(active, 'hold', { today: addDays(today, -13) });
  if (status === waitingToDelete) return leave(today);
  if (status !== deleted) return active;
  const from = firstDayOf(active) ?? today;
  const days = daysBetween(from, addDays(periodStart(periodOf(today)), -1));
  const former = leave(addDays(from, drawn.between(Math.min(10, days), days)));
  return former.invitationStatus === deleted ? former : moveMember(former, 'endMembership', { today });
}

/** A member with all enrollments, the home club first. */
export interface DemoMember {
  member: Member;
  stays: Enrollment[];
}

/** Returns the members of a partner, identical for each load except for dates, which are relative to today. */
export function demoMembers(demo: DemoPartner, today: CalendarDate): DemoMember[] {
  return statusesOf(memberPays(demo.terms)).map((status, index) => memberAt(demo, index, status, today));
}

/** Returns the statuses of a partner's members by index. */
function statusesOf(paysDues: boolean): InvitationStatus[] {
  const counts = statusCounts[paysDues ? 'withDues' : 'withoutDues'];
  const all = counts.flatMap(([status, count]) => Array.from({ length: count }, () => status));
  // steps of 13 mix the statuses; the first member is activated
  return all.map((_, index) => all[(index * 13) % all.length] ?? waitingToInvite);
}

const memberIdOf = (partnerId: string, index: number): string => demoId(Number(partnerId) * 1000 + index);

/** Returns the ID of the member at an index among a partner's members in a status; partner 1 pays all. */
export function demoMemberId({
  partnerId,
  status,
  index,
}: Pick<MemberLogin, 'partnerId' | 'status' | 'index'>) {
  const places = statusesOf(partnerId !== '1').flatMap((candidate, index) =>
    candidate === status ? [index] : [],
  );
  return memberIdOf(partnerId, places[index] ?? 0);
}

function memberAt(
  demo: DemoPartner,
  index: number,
  status: InvitationStatus,
  today: CalendarDate,
): DemoMember {
  const number = Number(demo.partner.id);
  const drawn = seeded(number * 1000 + index);
  const isDemoMember = number === 1 && index === 0;
  const name = isDemoMember ? demoMember : nameOf(number, index);
  const { firstName, lastName } = name;
  const base: Member = {
    ...newMember({
      id: memberIdOf(demo.partner.id, index),
      partnerId: demo.partner.id,
      firstName,
      lastName,
      email: isDemoMember ? demoMember.email : addressOf(name, demo.domain),
      phone: null,
      dateOfBirth: `${drawn.between(1958, 2003)}-${twoDigits(drawn.between(1, 12))}-${twoDigits(drawn.between(1, 28))}`,
    }),
    preferredAccessType: isDemoMember || drawn.chance(0.8) ? accessTypes.physicalKey : accessTypes.digitalKey,
  };
  if (status === waitingToInvite) return { member: base, stays: [] };
  if (status === invited) {
    const invitedOn = addDays(today, -drawn.between(2, 36));
    return {
      member: { ...moveMember(base, 'invite', { today: invitedOn }), invitationAttempt: 1 },
      stays: [],
    };
  }
  return enrolled(base, demo, { index, status, today, drawn, isDemoMember });
}

interface Drawn {
  index: number;
  status: InvitationStatus;
  today: CalendarDate;
  drawn: Seeded;
  isDemoMember: boolean;
}

function enrolled(base: Member, demo: DemoPartner, input: Drawn): DemoMember {
  const { index, status, today, drawn, isDemoMember } = input;
  const { terms, facilities } = demo;
  const enrolledOn = enrollmentDay(demo, input);
  const facility =
    facilities[isDemoMember ? 0 : Math.floor(drawn.next() ** 1.6 * facilities.length)] ?? facilities[0];
  if (!facility) throw new Error('a partner of the demo without clubs');
  const steps = contractSteps(terms, base);
  const account = (kind: 'withdrawal' | 'deposit', offset: number) =>
    steps.includes(kind) ? demoId(offset + Number(demo.partner.id) * 1000 + index) : null;
  const firstDay = firstDayOfEnrollment(enrolledOn, terms.launchDate);
  const invitedMember = moveMember(base, 'invite', { today: addDays(enrolledOn, -drawn.between(1, 12)) });
  const signed: Member = {
    ...moveMember(invitedMember, 'enroll', {
      today: enrolledOn,
      firstDay,
      firstDues: firstDues(terms, firstDay),
    }),
    ...(isDemoMember && demoMemberHome),
    phone: demoPhone(demo.areaCode, drawn),
    keyFobNumber:
      steps.includes('keyFob') && status !== deleted ? keyFobNumber(demo.partner.id, index) : null,
    ...atFacility(facility),
    invitationAttempt: 1,
    withdrawalPayeeToken: account('withdrawal', 200_000),
    depositPayeeToken: account('deposit', 300_000),
  };
  const member = withHistory(signed, status, memberPays(terms), { today, drawn });
  const home: Enrollment = {
    partnerId: base.partnerId,
    facilityId: facility.id,
    memberId: base.id,
    from: firstDay,
    to: member.leavingOn,
    version: 0,
  };
  return { member, stays: moved(home, demo, { index, today }) };
}

/** Most enrolled soon after the launch, members waiting for the first dues most recently; former members left before this month. */
function enrollmentDay({ terms }: DemoPartner, { status, today, drawn, isDemoMember }: Drawn): CalendarDate {
  if (status === enrolledWaitingForPayment) return addDays(today, -drawn.between(1, 4));
  if (isDemoMember) return addDays(terms.launchDate, 2);
  const until = status === deleted ? addDays(periodStart(periodOf(today)), -25) : addDays(today, -14);
  return addDays(terms.launchDate, Math.floor(drawn.next() ** 1.8 * daysBetween(terms.launchDate, until)));
}

/** Enrolls every ninth member at another of the partner's clubs first. */
function moved(
  home: Enrollment,
  { facilities }: DemoPartner,
  { index, today }: Pick<Drawn, 'index' | 'today'>,
): Enrollment[] {
  const movedOn = addDays(home.from, 33);
  const before = facilities.find(({ id }) => id !== home.facilityId);
  if (index % 9 !== 4 || home.to !== null || movedOn >= today || !before) return [home];
  return [
    { ...home, from: movedOn },
    { ...home, facilityId: before.id, to: movedOn },
  ];
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Returns six base-15 digits in the partner's range. */
export const keyFobNumber = (partnerId: string, index: number): string =>
  `${partnerId}C${String(index + 1).padStart(4, '0')}`;

/** Number of unassigned key fobs per partner. */
const freeKeyFobCount = 20;

/**
 * Returns the writes that add a partner's members with their enrollments, key fobs, bank accounts, and invitations, and
 * the partner's unassigned key fobs. Only members of people.ts have a login.
 */
export async function memberChanges(demo: DemoPartner, members: readonly DemoMember[]): Promise<Change[]> {
  const addedAt = `${addDays(demo.terms.launchDate, -20)}T15:00:00.000Z`;
  const parts = await Promise.all(
    members.map(async ({ member, stays }, index) => [
      ...memberChange(null, member),
      ...stays.flatMap((enrollment) => enrollmentChange(null, enrollment)),
      ...usedKeyFob(member, addedAt),
      ...(await accounts(member, Number(demo.partner.id) * 1000 + index)),
      ...(await invitation(member)),
    ]),
  );
  const free = Array.from({ length: freeKeyFobCount }, (_, index) => ({
    ...freeKeyFob(keyFobNumber(demo.partner.id, 500 + index), demo.partner.id, addedAt),
    // one was lost in the mail
    keyFobStatusId: index === 7 ? (3 as const) : (0 as const),
  }));
  return [...parts.flat(), ...free.flatMap((keyFob) => keyFobChange(null, keyFob))];
}

const usedKeyFob = (member: Member, addedAt: string): Change[] =>
  member.keyFobNumber === null
    ? []
    : keyFobChange(null, {
        ...freeKeyFob(member.keyFobNumber, member.partnerId, addedAt),
        memberId: member.id,
        keyFobStatusId: keyFobStatusInUse(member),
      });

/** Returns the bank accounts that a member entered when signing. */
async function accounts(member: Member, seed: number): Promise<Change[]> {
  const now = new Date(`${member.enrolledOn}T16:20:00Z`);
  const payeeName = `${member.firstName} ${member.lastName}`;
  const owner = { ownerKind: 'member', ownerId: member.id, payeeName } as const;
  const { withdrawalPayeeToken: withdrawal, depositPayeeToken: deposit } = member;
  return [
    ...(withdrawal ? await bankAccountChange(withdrawal, owner, demoAccount(seed), now) : []),
    ...(deposit ? await bankAccountChange(deposit, owner, demoAccount(seed), now) : []),
  ];
}

async function invitation(member: Member): Promise<Change[]> {
  if (member.invitedOn === null) return [];
  return invitationChange(null, {
    tokenHash: tokenHashOf(await invitationToken(member.id, 1)),
    memberId: member.id,
    partnerId: member.partnerId,
    expiresOn: addDays(member.invitedOn, invitationDays),
    usedAt: member.enrolledOn === null ? null : `${member.enrolledOn}T16:20:00.000Z`,
    version: 0,
  });
}
