import { addAdministrator } from '../../functions/administrators/add-administrator.ts';
import { slowDigest } from '../../functions/platform/digest.ts';
import { savePin } from '../../functions/users/pin-store.ts';
import type { User } from '../../functions/users/user.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { facilities } from '../../shared/contracts/facilities.ts';
import { groupMemberships } from '../../shared/contracts/group-memberships.ts';
import { partners } from '../../shared/contracts/partners.ts';
import { settings } from '../../shared/contracts/settings.ts';
import type { Cloud } from './cloud.ts';
import { programs, type Terms } from './programs.ts';
import { SimulatedPortal } from './simulated-portal.ts';

export const pin = '246810';

export interface SimulatedPartner {
  id: string;
  terms: Terms;
}

/** A member as the actors know it. */
export interface SimulatedMember {
  id: string;
  partner: SimulatedPartner;
  email: string;
  user?: User;
  fob?: string;
  facilityId?: string;
  account: string;
  /** Calendar dates in Chicago. */
  enrolledOn?: string;
  leftOn?: string;
  /** Invitation status before the membership was ended. */
  statusAtLeaving?: number;
  visitDays: Set<string>;
}

export interface World {
  portal: SimulatedPortal;
  admins: readonly [User, User];
  partners: SimulatedPartner[];
  facilityIds: string[];
  members: SimulatedMember[];
  nextFob: number;
}

async function newAdministrator(name: string, now: Date): Promise<User> {
  const { user } = await addAdministrator(
    { email: `${name}@wellport.test`, firstName: 'Ada', lastName: 'Berg' },
    'operator',
    now,
  );
  // the cost of the real hash protects against guessing; PINs have their own tests
  const cost = { N: 16, r: 1, p: 1 };
  const hash = await slowDigest(pin, 'salt', cost);
  await savePin(null, {
    userId: user.id,
    salt: 'salt',
    hash,
    cost,
    tries: 0,
    lockedUntil: null,
    isLockCertain: true,
    version: 0,
  });
  return user;
}

const account = (accountNumber: string) => ({
  routingNumber: '091000019',
  accountNumber,
  bankAccountType: 0,
});

/** Creates administrators, clubs, and partners through the portal's endpoints. */
export async function createWorld(cloud: Cloud): Promise<World> {
  const portal = new SimulatedPortal(cloud);
  const admins = [
    await newAdministrator('first', cloud.now),
    await newAdministrator('second', cloud.now),
  ] as const;
  // new administrators cannot confirm payments at first
  await portal.moveTo(new Date(cloud.now.getTime() + 25 * 3_600_000).toISOString());
  const [admin] = admins;
  const { body: flags } = await portal.succeed(settings.featureFlags, undefined);
  await portal.succeed(settings.saveFeatureFlags, admin, { body: { ...flags, gmrAddProgram: true } });
  const numbers = ['8001', '8002', '8003', '8004'];
  const lines = numbers.map(
    (number, index) =>
      `${number},Gym ${number},1 A Street,Duluth,Minnesota,55802,AF${number},${index === 3 ? 'Yes' : 'No'},Active,091000019,80010000${index},Checking`,
  );
  const csv = [
    'Facility ID,Name,Address,City,State,ZIP,AF Number,PPV,Status,Routing Number,Account Number,Account Type',
    ...lines,
  ].join('\n');
  await portal.succeed(facilities.importClubs, admin, {
    files: { file: { name: 'clubs.csv', bytes: Buffer.from(csv) } },
  });
  await portal.work();
  const { body } = await portal.succeed(facilities.listAll, admin);
  const facilityIds = (body.items as { id: string }[]).map(({ id }) => id).toSorted();
  const world: World = { portal, admins, partners: [], facilityIds, members: [], nextFob: 15 ** 5 };
  for (const [index, terms] of programs.entries()) world.partners.push(await addPartner(world, terms, index));
  return world;
}

async function addPartner(
  { portal, admins: [admin] }: World,
  terms: Terms,
  index: number,
): Promise<SimulatedPartner> {
  const { body } = await portal.succeed(partners.save, admin, {
    body: {
      id: '0',
      partnerIDNumber: `PRT-${index + 1}`,
      name: `Partner ${index + 1}`,
      usBankCode: `U${index + 1}`,
      industry: 'Insurance',
      address1: '1 Lake Street',
      city: 'Duluth',
      state: 'MN',
      zipCode: '55802',
      country: 'USA',
      firstName: 'Jo',
      lastName: 'Berg',
      contactNumber: '(218) 555-0100',
      email: `office${index + 1}@partner.test`,
      programTypes: [1],
    },
  });
  const { id } = body.data as { id: string };
  await portal.succeed(partners.saveBillingInfo, admin, {
    params: { partnerID: id },
    body: {
      partnerBillingTypeID: terms.billing,
      bankAccount: terms.billing === 2 ? account(`7000${index}0001`) : null,
    },
  });
  await portal.succeed(groupMemberships.save, admin, {
    body: {
      partnerId: id,
      programPaymentTypeID: terms.type,
      adminFee: '250.00',
      monthlyInstallment: terms.installment ? String(terms.installment) : undefined,
      numberOfMemberships: 1000,
      duesForOneMemberPerMonthPaidToFacility: String(terms.share),
      launchDate: portalDate(portal),
      paymentForActivatedMembersOnly: true,
      showsVisitDays: true,
      ...(terms.type !== 1 && {
        memberDuesAmount: String(terms.dues),
        memberReimbursementTypeID: 4,
        memberReimbursementAmount: String(terms.reimbursement),
        numberOfVisitsToReimburse: terms.visits,
      }),
    },
  });
  return { id, terms };
}

const portalDate = ({ cloud }: SimulatedPortal): string => cloud.now.toISOString().slice(0, 10);

/** Adds employees to a partner's roster and invites them. */
export async function hire(world: World, partner: SimulatedPartner, count: number): Promise<void> {
  const {
    portal,
    admins: [admin],
    members,
  } = world;
  for (let index = 0; index < count; index++) {
    const number = members.length + 1;
    const email = `member${number}@people.test`;
    const added = await portal.request(employees.add, admin, {
      body: { partnerId: partner.id, firstName: 'Ann', lastName: `Lund ${lettersOf(number)}`, email },
    });
    // the response of a successful request can be lost
    if (added.status >= 400 && added.status < 500) continue;
    members.push({ id: '', partner, email, account: String(5_000_000_000 + number), visitDays: new Set() });
    const fob = (world.nextFob++).toString(15).toUpperCase();
    await portal.request(employees.createKeyFobs, admin, {
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
