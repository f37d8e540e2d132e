import { addAdministrator } from '../../functions/administrators/add-administrator.ts';
import { slowDigest } from '../../functions/platform/digest.ts';
import { savePin } from '../../functions/users/pin-write-store.ts';
import { administratorChange } from '../../functions/administrators/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { loadUser } from '../../functions/users/store.ts';
import type { User } from '../../functions/users/user.ts';
import { dateInChicago } from '../../shared/calendar.ts';
import { facilities } from '../../shared/contracts/facilities.ts';
import { groupMemberships } from '../../shared/contracts/group-memberships.ts';
import { partners } from '../../shared/contracts/partners.ts';
import { settings } from '../../shared/contracts/settings.ts';
import { addManager } from '../../functions/managers/store.ts';
import { BankAgreement } from './bank-agreement.ts';
import { BankView } from './bank-view.ts';
import type { Cloud } from './cloud.ts';
import { Observed } from './observed.ts';
import { programs, type TermsVersions } from './programs.ts';
import { SimulatedPortal } from './simulated-portal.ts';

export const pin = '246810';

export interface SimulatedPartner extends TermsVersions {
  id: string;
  /** Counted members by kind and type of payment, as `member month`, with their clubs. */
  counted: Record<string, Map<string, string>>;
  /** Members and months that may have been counted, because their first dues changed on the day of a generation. */
  unsettled: Record<string, Set<string>>;
  /** Counted members and months that a cancellation or an earlier end took away later. */
  deducted: Set<string>;
  /** Months of which an administrator generated the payments to clubs. */
  generatedByHand: Set<string>;
}

/** A member as the actors know it. */
export interface SimulatedMember {
  id: string;
  partner: SimulatedPartner;
  email: string;
  user?: User;
  keyFob?: string;
  facilityId?: string;
  account: string;
  /** Calendar dates in Chicago. */
  enrolledOn?: string;
  leftOn?: string;
  /** Instant of the first signature. */
  signedAt?: string;
  /** The member gave notice, or revoked the authorization, which is the same. */
  gaveNotice?: boolean;
  /** The membership ended by a notice within the right of cancellation. */
  isCanceled?: boolean;
  /** A cancellation after another end, or a notice of an earlier day, changed the end. */
  isCorrected?: boolean;
  /** An actor requested the end of the membership. */
  isLeaving?: boolean;
  /** The person was added again after the membership ended. */
  hasReturned: boolean;
  /** First day without membership, and the instant of its end. */
  endsOn?: string;
  endsAt?: string;
  holds: { from: string; to?: string }[];
  visitDays: Set<string>;
  /** Club of the first report of each day, and another club that reported the same day. */
  visitFacilities: Map<string, string>;
  sameDayFacilities: Map<string, string>;
  /** Cents that reimbursements may contain too much because visits were withdrawn after the payment. */
  unrecovered: number;
}

export interface World {
  portal: SimulatedPortal;
  observed: Observed;
  agreement: BankAgreement;
  bankView: BankView;
  admins: readonly [User, User];
  /** Managers by partner. */
  managers: Map<string, User>;
  partners: SimulatedPartner[];
  facilityIds: string[];
  members: SimulatedMember[];
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
  const invited = (await loadUser(user.id)) ?? user;
  // setting a password would end the session that the simulation uses
  await transact(...administratorChange(invited, { ...invited, awaitsPassword: undefined }));
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
  return (await loadUser(user.id)) ?? user;
}

const account = (accountNumber: string) => ({
  routingNumber: '091000019',
  accountNumber,
  bankAccountType: 0,
});

/** Returns a file of the clubs; their account numbers begin with `accounts`, and their names with `name`. */
export function facilityFile(accounts: string, name: string): Buffer {
  const lines = ['8001', '8002', '8003', '8004'].map(
    (number, index) =>
      `${number},${name} ${number},1 A Street,Duluth,Minnesota,55802,AF${number},${index === 3 ? 'Yes' : 'No'},Active,091000019,${accounts}${index},Checking`,
  );
  const titles =
    'Facility ID,Name,Address,City,State,ZIP,AF Number,PPV,Status,Routing Number,Account Number,Account Type';
  return Buffer.from([titles, ...lines].join('\n'));
}

/** Creates administrators, clubs, and partners through the portal's endpoints. */
export async function createWorld(cloud: Cloud): Promise<World> {
  const observed = new Observed(cloud.table, () => dateInChicago(cloud.now));
  const portal = new SimulatedPortal(cloud);
  const admins = [
    await newAdministrator('first', cloud.now),
    await newAdministrator('second', cloud.now),
  ] as const;
  // new administrators cannot confirm payments at first
  await portal.moveTo(new Date(cloud.now.getTime() + 25 * 3_600_000).toISOString());
  const [admin] = admins;
  const { body: flags } = await portal.succeed(settings.featureFlags, undefined);
  const features = { ...flags, gmrAddProgram: true, gmrEnableFeatures: true };
  await portal.succeed(settings.saveFeatureFlags, admin, { body: features });
  await portal.succeed(facilities.importClubs, admin, {
    files: { file: { name: 'clubs.csv', bytes: facilityFile('8001000', 'Gym') } },
  });
  await portal.work();
  const { body } = await portal.succeed(facilities.listAll, admin);
  const facilityIds = (body.items as { id: string }[]).map(({ id }) => id).toSorted();
  const members: SimulatedMember[] = [];
  const world: World = {
    portal,
    observed,
    agreement: new BankAgreement(cloud, observed),
    bankView: new BankView(cloud, observed, members),
    admins,
    managers: new Map(),
    partners: [],
    facilityIds,
    members,
  };
  for (const [index, terms] of programs.entries()) world.partners.push(await addPartner(world, terms, index));
  for (const [index, { id: partnerId }] of world.partners.entries()) {
    const name = { firstName: 'Mia', lastName: 'Moe' };
    const email = `manager${index + 1}@p${index + 1}.test`;
    world.managers.set(
      partnerId,
      await addManager({ partnerId, ...name, email }, undefined, 'operator', cloud.now),
    );
  }
  return world;
}

async function addPartner(
  { portal, admins: [admin] }: World,
  terms: TermsVersions['terms'],
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
  await portal.succeed(groupMemberships.save, admin, { body: programBody(id, terms, portalDate(portal)) });
  return {
    id,
    terms,
    changes: [],
    counted: {},
    unsettled: {},
    deducted: new Set(),
    generatedByHand: new Set(),
  };
}

/** Returns a program as an administrator enters it. */
export const programBody = (partnerId: string, terms: TermsVersions['terms'], launchDate: string) => ({
  partnerId,
  programPaymentTypeID: terms.type,
  adminFee: '250.00',
  numberOfMemberships: 1000,
  duesForOneMemberPerMonthPaidToFacility: String(terms.share),
  launchDate,
  paymentForActivatedMembersOnly: true,
  showsVisitDays: true,
  ...(terms.type !== 1 && {
    memberDuesAmount: String(terms.dues),
    memberReimbursementTypeID: terms.reimbursementType,
    memberReimbursementAmount: String(terms.reimbursement),
    numberOfVisitsToReimburse: terms.visits,
  }),
});

const portalDate = ({ cloud }: SimulatedPortal): string => cloud.now.toISOString().slice(0, 10);
