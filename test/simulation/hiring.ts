import { employees } from '../../shared/contracts/employees.ts';
import type { SimulatedPartner, World } from './world.ts';

/** Adds employees to a partner's roster and invites them. */
export async function hire(world: World, partner: SimulatedPartner, count: number): Promise<void> {
  const {
    portal,
    admins: [admin],
    members,
  } = world;
  for (let index = 0; index < count; index++) {
    const number = members.length + 1;
    const email = `member${number}@p${world.partners.indexOf(partner) + 1}.test`;
    const added = await portal.request(employees.add, admin, {
      body: { partnerId: partner.id, firstName: 'Ann', lastName: `Lund ${lettersOf(number)}`, email },
    });
    // the response of a successful request can be lost
    if (added.status >= 400 && added.status < 500) continue;
    members.push({
      id: '',
      partner,
      email,
      account: String(5_000_000_000 + number),
      mayLeaveOn: [],
      holds: [],
      visitDays: new Set(),
      visitClubs: new Map(),
      withdrawals: 0,
    });
    const fob = (world.nextFob++).toString(15).toUpperCase();
    await portal.succeed(employees.createKeyFobs, admin, {
      body: [{ partnerId: partner.id, facilityMemberID: fob }],
    });
    const member = members.at(-1);
    if (member) member.fob = fob;
  }
  await portal.request(employees.invite, admin, { params: { partnerID: partner.id } });
  await portal.work();
}

/** Names may contain letters only. */
const lettersOf = (number: number): string =>
  String(number).replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
