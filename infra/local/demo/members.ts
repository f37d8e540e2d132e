import {
  addDays,
  addPeriods,
  daysBetween,
  periodOf,
  periodStart,
  type CalendarDate,
} from '../../../shared/calendar.ts';
import { contractSteps, memberPays } from '../../../shared/enrollment/contract-steps.ts';
import type { Enrollment } from '../../../shared/members/enrollment.ts';
import {
  accessTypes,
  deleted,
  enrolledWaitingForPayment,
  invited,
  waitingToDelete,
  waitingToInvite,
  type InvitationStatus,
  type Member,
} from '../../../shared/members/member.ts';
import { firstDayOfEnrollment } from '../../../shared/payments/dues.ts';
import { addressOf, demoPhone, nameOf } from './names.ts';
import type { DemoPartner } from './partners.ts';
import { demoId, seeded, type Seeded } from './seed.ts';

/** A member with every stay at a club, the home club first. */
export interface DemoMember {
  member: Member;
  stays: Enrollment[];
}

/** Who signs in as member@wellport.test: the first activated member of the partner that pays all. */
export const demoMember = { firstName: 'Linnéa', lastName: 'Okonkwo', email: 'member@wellport.test' };

const repeated = (status: InvitationStatus, times: number): InvitationStatus[] =>
  Array.from({ length: times }, () => status);

/** How many members stand where; nobody waits for a payment or is suspended where members pay nothing. */
const standings = (pays: boolean): InvitationStatus[] =>
  pays
    ? [
        ...repeated(4, 21),
        ...repeated(2, 7),
        ...repeated(1, 6),
        ...repeated(3, 3),
        ...repeated(5, 2),
        ...repeated(6, 2),
        ...repeated(7, 2),
        ...repeated(8, 2),
      ]
    : [...repeated(4, 23), ...repeated(2, 8), ...repeated(1, 7), ...repeated(7, 3), ...repeated(8, 4)];

/** The members of a partner, the same every time but for the dates, which follow the day. */
export function demoMembers(demo: DemoPartner, today: CalendarDate): DemoMember[] {
  const all = standings(memberPays(demo.terms));
  return all.map((_, place) => {
    // 13 steps through the list mix the standings; the first is activated
    const status = all[(place * 13) % all.length] ?? waitingToInvite;
    return demoOne(demo, place, status, today);
  });
}

function demoOne(
  demo: DemoPartner,
  place: number,
  status: InvitationStatus,
  today: CalendarDate,
): DemoMember {
  const number = Number(demo.partner.id);
  const drawn = seeded(number * 1000 + place);
  const isDemoMember = number === 1 && place === 0;
  const name = isDemoMember ? demoMember : nameOf(number, place);
  const { firstName, lastName } = name;
  const base: Member = {
    id: demoId(number * 1000 + place),
    partnerId: demo.partner.id,
    firstName,
    lastName,
    email: isDemoMember ? demoMember.email : addressOf(name, demo.domain),
    phone: null,
    dateOfBirth: `${drawn.between(1958, 2003)}-${twoDigits(drawn.between(1, 12))}-${twoDigits(drawn.between(1, 28))}`,
    invitationStatus: status,
    userId: null,
    keyFobNumber: null,
    preferredAccessType: isDemoMember || drawn.chance(0.8) ? accessTypes.physicalKey : accessTypes.digitalKey,
    facilityId: null,
    facilityName: null,
    invitedOn: null,
    enrolledOn: null,
    activatedOn: null,
    leavingOn: null,
    agreement: null,
    withdrawalPayeeToken: null,
    depositPayeeToken: null,
    version: 0,
  };
  if (status === waitingToInvite) return { member: base, stays: [] };
  if (status === invited) {
    const invitedOn = addDays(today, -drawn.between(2, 36));
    return { member: { ...base, invitedOn, invitationAttempt: 1 }, stays: [] };
  }
  return enrolled(base, demo, { place, today, drawn, isDemoMember });
}

interface Drawn {
  place: number;
  today: CalendarDate;
  drawn: Seeded;
  isDemoMember: boolean;
}

function enrolled(base: Member, demo: DemoPartner, { place, today, drawn, isDemoMember }: Drawn): DemoMember {
  const { terms, clubs } = demo;
  const { invitationStatus: status } = base;
  const reach = daysBetween(terms.launchDate, today) - 14;
  // most came soon after the launch
  const enrolledOn =
    status === enrolledWaitingForPayment
      ? addDays(today, -drawn.between(1, 4))
      : addDays(terms.launchDate, isDemoMember ? 2 : Math.floor(drawn.next() ** 1.8 * reach));
  const activatedOn =
    status === enrolledWaitingForPayment ? null : addDays(enrolledOn, memberPays(terms) ? 3 : 0);
  const leavingOn = leaving(status, enrolledOn, today, drawn);
  const club = clubs[isDemoMember ? 0 : Math.floor(drawn.next() ** 1.6 * clubs.length)] ?? clubs[0];
  if (!club) throw new Error('a partner of the demo without clubs');
  const steps = contractSteps(terms, base);
  const account = (kind: 'withdrawal' | 'deposit', offset: number) =>
    steps.includes(kind) ? demoId(offset + Number(demo.partner.id) * 1000 + place) : null;
  const member: Member = {
    ...base,
    phone: demoPhone(demo.areaCode, drawn),
    keyFobNumber: steps.includes('keyFob') && status !== deleted ? fobNumber(demo.partner.id, place) : null,
    facilityId: club.id,
    facilityName: club.name,
    invitedOn: addDays(enrolledOn, -drawn.between(1, 12)),
    invitationAttempt: 1,
    enrolledOn,
    activatedOn,
    leavingOn,
    withdrawalPayeeToken: account('withdrawal', 200_000),
    depositPayeeToken: account('deposit', 300_000),
  };
  const home: Enrollment = {
    partnerId: base.partnerId,
    facilityId: club.id,
    memberId: base.id,
    from: firstDayOfEnrollment(enrolledOn, terms.launchDate),
    to: status === deleted ? leavingOn : null,
    version: 0,
  };
  return { member, stays: moved(home, demo, { place, today }) };
}

/** Every ninth member was at another club of the partner's first. */
function moved(
  home: Enrollment,
  { clubs }: DemoPartner,
  { place, today }: Pick<Drawn, 'place' | 'today'>,
): Enrollment[] {
  const movedOn = addDays(home.from, 33);
  const before = clubs.find(({ id }) => id !== home.facilityId);
  if (place % 9 !== 4 || home.to !== null || movedOn >= today || !before) return [home];
  return [
    { ...home, from: movedOn },
    { ...home, facilityId: before.id, to: addDays(movedOn, -1) },
  ];
}

function leaving(
  status: InvitationStatus,
  enrolledOn: CalendarDate,
  today: CalendarDate,
  { between }: Seeded,
): CalendarDate | null {
  if (status === waitingToDelete) return periodStart(addPeriods(periodOf(today), 1));
  if (status !== deleted) return null;
  return addDays(enrolledOn, between(10, Math.max(10, daysBetween(enrolledOn, today) - 2)));
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Six base-fifteen digits: the partner's own range. */
export const fobNumber = (partnerId: string, place: number): string =>
  `${partnerId}C${String(place + 1).padStart(4, '0')}`;
