import { addDays, daysBetween, periodOf, periodStart, type CalendarDate } from '../../../shared/calendar.ts';
import { contractSteps, memberPays } from '../../../shared/enrollment/contract-steps.ts';
import type { Enrollment } from '../../../shared/enrollment/enrollment.ts';
import {
  accessTypes,
  deleted,
  enrolledWaitingForPayment,
  invited,
  waitingToInvite,
  type InvitationStatus,
  type Member,
  atFacility,
} from '../../../shared/members/member.ts';
import { newMember } from '../../../shared/members/new-member.ts';
import { moveMember } from '../../../shared/members/membership-status.ts';
import { firstDayOfEnrollment, firstDues } from '../../../shared/payments/dues.ts';
import { withHistory } from './member-history.ts';
import { addressOf, demoPhone, nameOf } from './names.ts';
import type { MemberLogin } from './login-table.ts';
import { demoMember, demoMemberHome, statusCounts } from './scenario.ts';
import type { DemoPartner } from './partners.ts';
import { demoId, seeded, type Seeded } from './seed.ts';

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
