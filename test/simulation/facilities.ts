import { addDays, dateInChicago } from '../../shared/calendar.ts';
import { facilities } from '../../shared/contracts/facilities.ts';
import { members as memberCalls } from '../../shared/contracts/members.ts';
import { visits } from '../../shared/contracts/visits.ts';
import { keyFobOn } from './key-fobs.ts';
import { enroll } from './members.ts';
import { facilityFile, type SimulatedMember, type World } from './world.ts';

/** The clubs report check-ins of a day in one file, with lines that cannot be read and members they do not have. */
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
  const on = `${month}/${day}/${year}`;
  // a check-in that the club withdrew stays withdrawn
  const present = visitors.filter(({ id }) => !world.observed.withdrawn.has(`${id} ${date}`));
  // a member can be transferred concurrently
  const reported = present.map((member) => ({ member, club: member.facilityId ?? '' }));
  const lines = reported.map(({ member, club }) => `${keyFobOn(member, date)},${club},${on},18:05`);
  if (lines.length === 0) return;
  if (portal.cloud.random() < 0.2)
    lines.splice(1, 0, `EEEEEEE,8001,${on},18:05`, `${present[0]?.keyFob},8001,13/45/2026,`, ',,,');
  const csv = ['Key Fob,Club ID,Date,Time', ...lines].join('\n');
  await portal.succeed(visits.importCheckIns, admin, {
    files: { file: { name: 'visits.csv', bytes: Buffer.from(csv) } },
  });
  for (const { member, club } of reported) {
    // the club withdrew it during the import
    if (world.observed.withdrawn.has(`${member.id} ${date}`)) continue;
    const first = member.visitFacilities.get(date);
    if (first === undefined) member.visitFacilities.set(date, club);
    else if (first !== club) member.sameDayFacilities.set(date, club);
    member.visitDays.add(date);
  }
  await portal.work();
}

/** Returns members who left within the last two months. */
export const formerMembers = ({ members, portal }: World): SimulatedMember[] => {
  const since = addDays(dateInChicago(portal.cloud.now), -60);
  return members.filter(({ facilityId, leftOn }) => facilityId !== undefined && (leftOn ?? '') > since);
};

const monthOf = (date: string): string => date.slice(0, 4) + date.slice(5, 7);

/** Returns the day of a report that a club sends late, up to two months. */
export function lateDay({ portal: { cloud } }: World): string {
  const days = 2 + Math.floor(cloud.random() ** 2 * 60);
  return addDays(dateInChicago(cloud.now), -days);
}

/** Returns days of a month that decide about the reimbursement of a member if they are reported late; none for most members. */
export function decidingDays({ portal: { cloud } }: World, member: SimulatedMember, month: string): string[] {
  const { visitDays, partner, enrolledOn = '' } = member;
  const start = `${month.slice(0, 4)}-${month.slice(4)}-`;
  const lacking = partner.terms.visits - [...visitDays].filter((day) => day.startsWith(start)).length;
  const free = Array.from({ length: 28 }, (_, index) => start + String(index + 1).padStart(2, '0')).filter(
    (day) => day > enrolledOn && !visitDays.has(day),
  );
  const first = Math.floor(cloud.random() * Math.max(1, free.length - lacking));
  return lacking > 0 && lacking <= 4 ? free.slice(first, first + lacking) : [];
}

/** A club withdraws a check-in, often one that decides about a reimbursement; only such a one of a month if it is given. */
export async function withdrawVisit(world: World, member: SimulatedMember, month?: string): Promise<void> {
  const { portal, admins, observed } = world;
  const ofMonths = Map.groupBy(
    [...member.visitDays].filter((day) => month === undefined || monthOf(day) === month),
    monthOf,
  );
  const exact = [...ofMonths.values()].filter(({ length }) => length === member.partner.terms.visits);
  const dates = exact[0] ?? (month === undefined ? [...member.visitDays] : []);
  const date = dates[Math.floor(portal.cloud.random() * dates.length)];
  const facilityIDNumber = member.visitFacilities.get(date ?? '');
  if (date === undefined || facilityIDNumber === undefined) return;
  const wasPaid = isPaidFor(world, member, monthOf(date));
  const body = { memberGuid: member.id, facilityIDNumber, date, reason: 'Another person came.' };
  await portal.request(visits.withdraw, admins[1], { body });
  if (!observed.withdrawn.has(`${member.id} ${date}`)) return;
  // the check-in at another club on the same day counts instead
  const other = member.sameDayFacilities.get(date);
  member.sameDayFacilities.delete(date);
  if (other !== undefined) {
    member.visitFacilities.set(date, other);
    await portal.work();
    return;
  }
  member.visitDays.delete(date);
  member.visitFacilities.delete(date);
  // what was paid for the month already is recovered from later reimbursements only
  if (wasPaid) member.unrecovered += member.partner.terms.reimbursement * 100;
  await portal.work();
}

/** Returns true if the reimbursement of a month, or an adjustment for it, has an amount. */
function isPaidFor({ observed }: World, { id, partner }: SimulatedMember, month: string): boolean {
  const start = `M-${partner.terms.type}-7-${partner.id}-${id}-`;
  return [...observed.payments.values()].some(
    (payment) =>
      payment.id.startsWith(start) &&
      (payment.id === start + month
        ? payment.totalPayment > 0
        : payment.reason.steps.some(({ periodId, amount }) => periodId === month && amount > 0)),
  );
}

/** An administrator imports the clubs again, with other names and bank accounts. */
export async function importFacilities({ portal, admins }: World): Promise<void> {
  const { random } = portal.cloud;
  const bytes = facilityFile(`${8002 + Math.floor(random() * 3)}000`, random() < 0.5 ? 'Gym' : 'Pier');
  await portal.request(facilities.importClubs, admins[1], { files: { file: { name: 'clubs.csv', bytes } } });
  await portal.work();
}

/** A member enrolls while an administrator imports the clubs with other names. */
export async function enrollDuringImport(world: World, member: SimulatedMember): Promise<void> {
  const { cloud } = world.portal;
  const rename = async () => {
    await cloud.waitForCalls(160);
    await importFacilities(world);
  };
  await cloud.concurrently([() => enroll(world, member), rename]);
}

/** An administrator moves all members of a club to another one, as a job. */
export async function moveFacility(world: World): Promise<void> {
  const { portal, admins, facilityIds } = world;
  const [from, to] = [0, 1].map(() => facilityIds[Math.floor(portal.cloud.random() * facilityIds.length)]);
  if (from === undefined || to === undefined || from === to) return;
  const { body: list } = await portal.request(memberCalls.list, admins[0], { query: { facilityID: from } });
  const count = (list as { totalCount?: number } | undefined)?.totalCount ?? 0;
  if (count === 0) return;
  const params = { facilityId: to };
  await portal.request(memberCalls.transfer, admins[0], {
    params,
    body: { all: true, facilityID: from, count },
  });
  await portal.work();
  for (const member of world.members)
    member.facilityId = world.observed.members.get(member.id)?.facilityId ?? member.facilityId;
}
