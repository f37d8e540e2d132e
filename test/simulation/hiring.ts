import { employees } from '../../shared/contracts/employees.ts';
import type { SimulatedMember, SimulatedPartner, World } from './world.ts';

/** Adds employees to a partner's roster and invites them. */
export async function hire(world: World, partner: SimulatedPartner, count: number): Promise<void> {
  const { members, partners } = world;
  for (let index = 0; index < count; index++) {
    const number = members.length + 1;
    const email = `member${number}@p${partners.indexOf(partner) + 1}.test`;
    await addEmployee(world, partner, email, `Lund ${lettersOf(number)}`);
  }
  await invite(world, partner);
}

/** Adds a former member again, with the name and address of the former membership. */
export async function rehire(world: World, former: SimulatedMember): Promise<void> {
  const { lastName = '' } = world.observed.members.get(former.id) ?? {};
  former.hasReturned = await addEmployee(world, former.partner, former.email, lastName);
  if (former.hasReturned) await invite(world, former.partner);
}

/** Returns true if the employee was added, with a key fob. */
async function addEmployee(
  world: World,
  partner: SimulatedPartner,
  email: string,
  lastName: string,
): Promise<boolean> {
  const added = await world.portal.request(employees.add, world.admins[0], {
    body: { partnerId: partner.id, firstName: 'Ann', lastName, email },
  });
  // the response of a successful request can be lost
  if (added.status >= 400 && added.status < 500) return false;
  await employ(world, partner, email);
  return true;
}

/** Lets a person of a partner's roster act as a member, with a key fob. */
export async function employ(
  { portal, admins: [admin], members }: World,
  partner: SimulatedPartner,
  email: string,
): Promise<void> {
  const keyFob = (15 ** 5 + members.length).toString(15).toUpperCase();
  const member: SimulatedMember = {
    id: '',
    partner,
    email,
    account: String(5_000_000_001 + members.length),
    hasReturned: false,
    holds: [],
    visitDays: new Set(),
    visitFacilities: new Map(),
    sameDayFacilities: new Map(),
    unrecovered: 0,
  };
  members.push(member);
  await portal.succeed(employees.createKeyFobs, admin, {
    body: [{ partnerId: partner.id, facilityMemberID: keyFob }],
  });
  member.keyFob = keyFob;
}

export async function invite({ portal, admins: [admin] }: World, partner: SimulatedPartner): Promise<void> {
  await portal.request(employees.invite, admin, { params: { partnerID: partner.id } });
  await portal.work();
}

/** Names may contain letters only. */
export const lettersOf = (number: number): string =>
  String(number).replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
