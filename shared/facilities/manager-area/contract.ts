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

/** What a club sees of a member who trains there. */
const clubMember = z.object({
  memberId: onWire('memberID', z.string()),
  memberFirstName: z.string(),
  memberLastName: z.string(),
  keyFobNumber: onWire('facilityMemberID', z.string().nullable()),
  preferredAccessType: z.literal([0, 1]),
  memberStatus: z.literal([0, 1, 2]),
  /** Visits that count this month, at whatever club. */
  visitsThisMonth: z.int(),
});

/** A payment to the club, with how its amount came about. */
export const clubPayment = z.object({
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

/** The endpoints of a facility manager; each is for the manager's own club. */
export const facilityManagerArea = {
  ownMembers: endpoint({
    method: 'GET',
    path: '/facilitymanager/members',
    ...managers,
    summary: "The members of the manager's club with their visits this month, a page at a time.",
    query: z.object({ ...pageQuery(memberRowColumns), filter: searchText.optional() }),
    response: pageOf(clubMember),
  }),
  ownPayments: endpoint({
    method: 'GET',
    path: '/facilitymanager/payments',
    ...managers,
    summary: "The payments to the manager's club, six months a page, the latest first.",
    query: z.object({ cursor: periodId.optional() }),
    response: pageOf(clubPayment),
  }),
} as const;
