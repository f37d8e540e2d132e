import type { BankFlow } from '../../../shared/bank-files/bank-flow-table.ts';
import {
  activated,
  deleted,
  enrolledWaitingForPayment,
  invited,
  onHold,
  suspended,
  waitingToDelete,
  waitingToInvite,
} from '../../../shared/members/member.ts';
import { setPin } from '../../../functions/users/pin.ts';
import { hasPin } from '../../../functions/users/pin-store.ts';
import { addPoolUser } from '../../../functions/platform/user-pool.ts';
import type { User } from '../../../functions/users/user.ts';
import { transact } from '../../../functions/table/transact.ts';
import { loadUser, newUser, userChange } from '../../../functions/users/store.ts';
import type { SignedInRole } from '../../../shared/roles.ts';

export const demoPassword = 'Wellport2026';
export const demoPin = '246810';

export const staff = {
  admin: { email: 'admin@wellport.test', firstName: 'Ada', lastName: 'Okafor' },
  secondAdmin: { email: 'admin2@wellport.test', firstName: 'Bo', lastName: 'Lindqvist' },
  manager: { email: 'manager@wellport.test', firstName: 'Maren', lastName: 'Solberg' },
  clubManager: { email: 'club@wellport.test', firstName: 'Théo', lastName: 'Marchetti' },
};

/**
 * Three partners, one per program payment type (spec 1 §3). `launched` is in months before the load, `clubs` the range
 * of the members' clubs, `domain` that of the members' email addresses.
 */
export const partnerTable = [
  {
    name: 'Northlake Health Plan',
    codes: 'NLH-01 NL',
    industry: 'Insurance',
    address: '220 Marquette Terrace, Minneapolis, MN, 55401',
    contact: { firstName: 'Maren', lastName: 'Solberg', number: '5550110' },
    domain: 'northlake.example',
    areaCode: '612',
    clubs: [0, 14],
    launched: 4,
    program: {
      adminFee: 250_00,
      monthlyInstallment: 2_400_00,
      numberOfMemberships: 80,
      duesForOneMemberPerMonthPaidToFacility: 29_50,
      paymentForActivatedMembersOnly: false,
    },
  },
  {
    name: 'Cardinal Foods Cooperative',
    codes: 'CARD-22 CF',
    industry: 'Food production',
    address: '1800 Prairie Avenue, Chicago, IL, 60607',
    contact: { firstName: 'Dolores', lastName: 'Peña', number: '5550121' },
    domain: 'cardinalfoods.example',
    areaCode: '312',
    clubs: [14, 28],
    launched: 4,
    program: {
      adminFee: 180_00,
      numberOfMemberships: 60,
      duesForOneMemberPerMonthPaidToFacility: 24_00,
      memberDuesAmount: 24_00,
      memberReimbursementTypeId: 4,
      memberReimbursementAmount: 20_00,
      numberOfVisitsToReimburse: 8,
      paymentForActivatedMembersOnly: false,
    },
  },
  {
    name: 'High Mesa School District',
    codes: 'MESA-7 HM',
    industry: 'Education',
    address: '75 Canyon Road, Denver, CO, 80202',
    contact: { firstName: 'André', lastName: 'Whitehorse', number: '5550133' },
    domain: 'highmesa.example',
    areaCode: '303',
    clubs: [44, 58],
    launched: 3,
    program: {
      adminFee: 120_00,
      numberOfMemberships: 75,
      duesForOneMemberPerMonthPaidToFacility: 32_00,
      memberDuesAmount: 12_00,
      memberReimbursementTypeId: 8,
      memberReimbursementAmount: 10_00,
      numberOfVisitsToReimburse: 10,
      paymentForActivatedMembersOnly: true,
    },
  },
] as const;

/** Number of members per status; programs without member payments have no waiting or suspended members. */
export const statusCounts = {
  withDues: [
    [activated, 21],
    [invited, 7],
    [waitingToInvite, 6],
    [enrolledWaitingForPayment, 3],
    [suspended, 2],
    [waitingToDelete, 2],
    [onHold, 2],
    [deleted, 2],
  ],
  withoutDues: [
    [activated, 23],
    [invited, 8],
    [waitingToInvite, 7],
    [onHold, 3],
    [deleted, 4],
  ],
} as const;

/** The user member@wellport.test: the first activated member of the partner that pays all. */
export const demoMember = { firstName: 'Linnéa', lastName: 'Okonkwo', email: 'member@wellport.test' };
/** That member's data besides the roster. */
export const demoMemberHome = {
  middleInitial: 'M',
  address1: '4118 Lyndale Avenue South',
  address2: 'Apt 3',
  city: 'Minneapolis',
  state: 'MN',
  zipCode: '55409',
  country: 'USA',
  membershipType: 'Single' as const,
};

/** Visit times by habit, with days of the week (0 Sunday). */
export const habits = [
  { hour: 6, days: [1, 3, 5], faithful: 0.85 },
  { hour: 17, days: [1, 2, 4], faithful: 0.75 },
  { hour: 12, days: [2, 4], faithful: 0.7 },
  { hour: 9, days: [6, 0], faithful: 0.8 },
  { hour: 18, days: [1, 3, 4, 6], faithful: 0.65 },
  { hour: 5, days: [1, 2, 3, 4, 5], faithful: 0.6 },
  { hour: 19, days: [3, 0], faithful: 0.35 },
] as const;

/** `starts`, `ends`, and `published` are in days from the load. */
export const voucherPrograms = [
  { name: 'Fall into Fitness', cents: 25_00, starts: -40, ends: 60, recipients: 24, published: -30 },
  { name: 'New Year Kickoff', cents: 40_00, starts: 30, ends: 120, recipients: 12, published: null },
] as const;

/** Rows of an upload that all fail, each with a failure that an action or known data can fix. */
export const failingEmployees = [
  ['Ruth', 'Amundsen', 'ruth.amundsen@gmail,com', '', ''],
  ['Emil', 'Backlund', 'emil.backlund@gmail,com', '', ''],
  ['hugo.dahl@northlake.example', 'Dahl', 'Hugo', '', ''],
  ['Vera', 'Eklund', 'vera.eklund@northlake.example', '', '31/05/1987'],
  ['Otto', '', 'otto@northlake.example', '', ''],
];

/**
 * Return codes of the newer month by entry index: insufficient funds, a closed account, a frozen account, and a changed
 * account number.
 */
export const returnCodes: Partial<Record<BankFlow, readonly string[]>> = {
  partnerWithdrawal: ['R01'],
  facilityDeposit: ['R02', 'R16', 'C01'],
};

type WorkingRole = Exclude<SignedInRole, 'mpsAdmin'>;

/** Creates a user with a login and a record, unless they exist. */
export async function demoPerson(
  person: Pick<User, 'email' | 'firstName' | 'lastName'> & Partial<User> & { role: WorkingRole },
): Promise<User> {
  const id = await addPoolUser({ email: person.email, password: demoPassword, role: person.role });
  const existing = await loadUser(id);
  if (existing) return existing;
  const user = newUser({ ...person, id });
  await transact(...userChange(null, user));
  return user;
}

/** Creates an administrator with a PIN for bank files; the second one confirms requests of the first. */
export async function demoAdmin(which: 'admin' | 'secondAdmin', now: Date): Promise<User> {
  const admin = await demoPerson({ ...staff[which], role: 'systemAdmin' });
  if (!(await hasPin(admin.id))) await setPin(admin.id, demoPin, now);
  return admin;
}

export const demoManager = (partnerId: string): Promise<User> =>
  demoPerson({ ...staff.manager, role: 'partnerManager', partnerId });

export const demoFacilityManager = (facilityId: string): Promise<User> =>
  demoPerson({ ...staff.clubManager, role: 'facilityManager', facilityId });

const account = (id: string, firstName: string, lastName: string, userEmail?: string) => ({
  id,
  firstName,
  lastName,
  email: `${firstName}.${lastName}@${partnerTable[0].domain}`.toLowerCase().replaceAll('é', 'e'),
  userEmail,
});

/**
 * The first partner at the local identity providers: its registration, and its accounts. `userEmail` names the linked
 * user of the portal.
 */
export const demoCompany = {
  domain: partnerTable[0].domain,
  clients: [
    { partnerId: '1', clientId: 'wellport', clientSecret: 'secret-of-the-local-identity-provider' },
  ] as const,
  people: [
    account('northlake-1001', staff.manager.firstName, staff.manager.lastName, staff.manager.email),
    account('northlake-1002', demoMember.firstName, demoMember.lastName, demoMember.email),
    account('northlake-1003', 'Robin', 'Vance'),
  ],
};
