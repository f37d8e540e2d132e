import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { periodId } from '../../ids.ts';
import { memberRowColumns } from '../../members/member-row.ts';
import { money } from '../../money.ts';
import { pageOf, pageQuery } from '../../page.ts';
import { paymentStatus } from '../../payments/payment-status.ts';
import { searchText } from '../../search.ts';
import { onWire } from '../../wire-names.ts';

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
export const facilityPayment = z.object({
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
} as const;
