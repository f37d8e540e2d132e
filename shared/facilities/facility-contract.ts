import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { periodId, recordId, recordVersion } from '../ids.ts';
import { memberRowColumns } from '../members/member-row.ts';
import { money } from '../money.ts';
import { pageOf, pageQuery, done, doneWith } from '../page.ts';
import { paymentStatus } from '../payments/payment.ts';
import { searchText } from '../query.ts';
import { onWire } from '../wire-names.ts';
import { invitedUserForm, listedUser } from '../users/invited-user.ts';
import { planForm } from './plans.ts';
import { bankAccountForm, maskedBankAccount } from '../bank-accounts/bank-account.ts';
import { jobBegun } from '../jobs/job.ts';
import { workbookType } from '../media-types.ts';
import { reasonText } from '../fields.ts';
import { facilityForm, newFacilityForm, facilityRow, facilityRowColumns, facility } from './facility.ts';

const managers = { roles: ['facilityManager'], ownership: 'own' } as const;

/** The data of a member that the facility sees. */
const facilityMember = z.object({
  memberId: onWire('memberID', z.string()),
  memberFirstName: z.string(),
  memberLastName: z.string(),
  keyFobNumber: onWire('facilityMemberID', z.string().nullable()),
  preferredAccessType: z.literal([0, 1]),
  memberStatus: z.literal([0, 1, 2]),
  /** Counted visits of this month at all facilities. */
  visitsThisMonth: z.int(),
});

/** A payment to the facility, with the calculation of its amount. */
const facilityPayment = z.object({
  id: z.string(),
  periodId: onWire('periodID', periodId),
  partnerName: z.string(),
  numberOfMembersWhoWillBePaid: z.int(),
  duesPaidForOneMember: money(),
  amountToBeSent: money(),
  status: paymentStatus,
  statusAt: z.string(),
  steps: z.array(z.object({ what: z.string(), amount: money() })),
});

/** The state of a facility's deposit account; `refused` by the bank until new bank details are entered. */
const depositAccount = z.object({ state: z.enum(['usable', 'missing', 'refused']), lastFour: z.string() });

/** The start page of a facility manager. */
const facilityHome = z.object({
  facilityName: z.string(),
  /** Months that can still be reported, the newest first; `until` is the last reporting day. */
  months: z.array(z.object({ periodId: onWire('periodID', periodId), visits: z.int(), until: z.string() })),
  openReports: z.int(),
  redemptions: z.object({ count: z.int(), amount: money() }),
  /** The newest month with payments; null before the first payment. */
  payment: z
    .object({
      periodId: onWire('periodID', periodId),
      count: z.int(),
      amount: money(),
      isReturned: z.boolean(),
    })
    .nullable(),
  account: depositAccount,
});

const accountRequest = z.object({
  bankAccount: bankAccountForm,
  /** The version of the account that was shown; 0 for none. */
  version: recordVersion,
});

/** The endpoints of facility managers, each limited to the manager's own facility. */
export const facilityManagerArea = {
  ownHome: endpoint({
    method: 'GET',
    path: '/facilitymanager/home',
    ...managers,
    summary:
      "Returns the visits, open reports, vouchers, newest payment, and account state of the manager's facility.",
    response: facilityHome,
  }),
  ownMembers: endpoint({
    method: 'GET',
    path: '/facilitymanager/members',
    ...managers,
    summary: "Lists the members of the manager's facility with their visits this month, one page at a time.",
    query: z.object({ ...pageQuery(memberRowColumns), filter: searchText.optional() }),
    response: pageOf(facilityMember),
  }),
  ownPayments: endpoint({
    method: 'GET',
    path: '/facilitymanager/payments',
    ...managers,
    summary: "Lists the payments to the manager's facility, six months per page, latest first.",
    query: z.object({ cursor: periodId.optional() }),
    response: pageOf(facilityPayment),
  }),
  ownBankAccount: endpoint({
    method: 'GET',
    path: '/facilitymanager/bankaccount',
    ...managers,
    summary: "Returns the masked deposit account of the manager's facility.",
    response: z.object({
      facilityName: z.string(),
      bankAccount: maskedBankAccount.omit({ payeeToken: true }).nullable(),
    }),
  }),
  saveOwnBankAccount: endpoint({
    method: 'POST',
    path: '/facilitymanager/bankaccount',
    ...managers,
    stepUp: ['version'],
    summary:
      "Replaces the deposit account of the manager's facility; its managers and the administrators are emailed.",
    body: accountRequest,
    response: done,
  }),
} as const;

const administrators = { roles: ['systemAdmin'] } as const;
const facilityParams = z.object({ facilityId: recordId });

/** The maximum number of managers per facility: one page of the table. */
export const facilityManagersAllowed = 50;

export const facilityManagers = {
  managers: endpoint({
    method: 'GET',
    path: '/facilities/all/{facilityId}/managers',
    ...administrators,
    summary: 'Lists the managers of a facility by last name, at most 50.',
    params: facilityParams,
    response: z.array(listedUser),
  }),
  inviteManager: endpoint({
    method: 'POST',
    path: '/facilities/all/{facilityId}/managers',
    ...administrators,
    stepUp: ['email'],
    summary:
      'Adds a manager of a facility and emails the link to choose a password; a repeated call replaces the link.',
    params: facilityParams,
    body: invitedUserForm,
    response: doneWith(listedUser),
  }),
  removeManager: endpoint({
    method: 'DELETE',
    path: '/facilities/all/{facilityId}/managers/{managerId}',
    ...administrators,
    stepUp: true,
    summary: 'Removes a manager of a facility and the login; a failed call can be repeated.',
    params: facilityParams.extend({ managerId: recordId }),
    response: done,
  }),
  paymentsOf: endpoint({
    method: 'GET',
    path: '/facilities/all/{facilityId}/payments',
    ...administrators,
    summary: 'Lists the payments to a facility, six months per page, latest first.',
    params: facilityParams,
    query: z.object({ cursor: periodId.optional() }),
    response: pageOf(facilityPayment),
  }),
} as const;

/** A plan with its number of facilities, and that of each program. */
const planWithFacilities = z.object({
  id: z.int(),
  name: z.string(),
  clubs: z.int(),
  /** The first facilities by name. */
  clubNames: z.array(z.string()),
  programs: z.array(z.object({ id: z.int(), name: z.string(), clubs: z.int() })),
  /** The partners that the plan is restricted to; null when it is visible to all. */
  partners: z.array(z.object({ number: z.string(), name: z.string() })).nullable(),
  version: recordVersion,
});
export type PlanWithFacilities = z.output<typeof planWithFacilities>;

export const planAdministration = {
  allPlans: endpoint({
    method: 'GET',
    path: '/plans/all',
    ...administrators,
    summary: 'Lists every plan with its programs, its partners, and its number of facilities.',
    response: z.array(planWithFacilities),
  }),
  savePlan: endpoint({
    method: 'POST',
    path: '/plans/save',
    ...administrators,
    summary: 'Adds a plan, or changes one: its name, programs, and the partners to which it is restricted.',
    body: planForm.extend({ planId: z.int().positive().optional(), version: recordVersion.optional() }),
    response: doneWith(z.object({ id: z.int() })),
  }),
};

export const facilityAdministration = {
  listAll: endpoint({
    method: 'GET',
    path: '/facilities/all',
    ...administrators,
    summary: 'Lists every facility for administrators, one page at a time.',
    query: z.object({ ...pageQuery(facilityRowColumns), filter: searchText.optional() }),
    response: pageOf(facilityRow),
  }),
  details: endpoint({
    method: 'GET',
    path: '/facilities/all/{facilityId}',
    ...administrators,
    summary:
      'Returns one facility with all its fields, its masked deposit account, and its number of members.',
    params: facilityParams,
    response: z.object({
      club: facility,
      memberCount: z.int(),
      bankAccount: maskedBankAccount.nullable(),
    }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/facilities/all',
    ...administrators,
    summary: 'Adds one facility; its number must not be in use.',
    body: newFacilityForm,
    response: done.extend({ facilityId: onWire('facilityID', recordId) }),
  }),
  save: endpoint({
    method: 'PUT',
    path: '/facilities/all/{facilityId}',
    ...administrators,
    summary: 'Changes a facility, and puts it on hold or closes it as of a day.',
    params: facilityParams,
    body: facilityForm.extend({ version: recordVersion }),
    response: done,
  }),
  importClubs: endpoint({
    method: 'POST',
    path: '/facilities/import',
    ...administrators,
    stepUp: true,
    summary: 'Adds and changes facilities from a file; importing the same file again has no effect.',
    body: z.object({}),
    files: ['file'],
    response: jobBegun,
  }),
  failedClubs: endpoint({
    method: 'GET',
    path: '/facilities/imports/{jobId}/failed',
    ...administrators,
    summary: 'Downloads the failed rows of an import with their corrections, as a workbook.',
    params: z.object({ jobId: recordId }),
    response: 'file',
    mediaTypes: [workbookType],
  }),
  saveBankingInfo: endpoint({
    method: 'POST',
    path: '/facilities/all/{facilityId}/bankingInfo',
    ...administrators,
    stepUp: true,
    summary: "Replaces the facility's deposit account.",
    params: facilityParams,
    body: accountRequest,
    response: done,
  }),
  bankAccountDetails: endpoint({
    method: 'GET',
    path: '/facilities/bankAccountDetails',
    ...administrators,
    stepUp: ['payeeToken'],
    summary:
      "Returns the full numbers of a facility's bank account for a given reason; each access is logged.",
    query: z.object({ payeeToken: recordId, reason: reasonText() }),
    response: z.object({ accountNumber: z.string(), routingNumber: z.string() }),
  }),
} as const;
