import * as z from 'zod';
import { area, endpoint } from '../endpoint.ts';
import { announcement } from '../payments/payment.ts';
import { costEndpoints } from '../payments/costs.ts';
import { option, partnerId, recordId } from '../ids.ts';
import { pdfType } from '../media-types.ts';
import { money } from '../money.ts';
import { programPaymentTypeIdText } from '../programs.ts';
import {
  facilityEndpoints,
  memberEndpoints,
  partnerEndpoints,
  payrollEndpoints,
} from '../payments/payments-contract.ts';
import { admin } from '../payments/correction.ts';
import { statusEndpoints } from '../payments/status-contract.ts';
import { onWire } from '../wire-names.ts';

const ofType = z.object({ id: programPaymentTypeIdText });

export const payments = area('payments', {
  ...partnerEndpoints,
  ...facilityEndpoints,
  ...memberEndpoints,
  ...statusEndpoints,
  ...payrollEndpoints,
  ...costEndpoints,
  partnerPaymentTypes: endpoint({
    method: 'GET',
    path: '/paymenttypes/partners/programPaymentType/{id}',
    roles: admin,
    summary: 'Lists what partners pay in a program payment type.',
    params: ofType,
    response: z.array(option),
  }),
  memberPaymentTypes: endpoint({
    method: 'GET',
    path: '/paymenttypes/members/programPaymentType/{id}',
    roles: admin,
    summary: 'Lists what members pay or receive in a program payment type.',
    params: ofType,
    response: z.array(option),
  }),
  authorization: endpoint({
    method: 'GET',
    path: '/payments/{paymentId}/authorization',
    roles: admin,
    summary:
      'Returns the agreement that authorized a withdrawal from a member: its text, signature, times, and hash.',
    params: z.object({ paymentId: recordId }),
    response: 'file',
    mediaTypes: [pdfType],
  }),
  reason: endpoint({
    method: 'GET',
    path: '/payments/{paymentId}/reason',
    roles: ['systemAdmin', 'partnerManager'],
    ownership: { partner: 'partnerId' },
    summary: 'Explains the amount of a payment: its rule, its steps, and the members that were counted.',
    params: z.object({ paymentId: recordId }),
    query: z.object({ partnerId }),
    response: z.object({
      rule: z.string(),
      /** True for a withdrawal from a member, which an agreement authorized. */
      isMemberWithdrawal: z.boolean(),
      /** The email that announced the withdrawal, or null. */
      announced: announcement.extend({ amount: money() }).nullable(),
      /** The version of the group membership and the first month it applies to, or null if unknown. */
      terms: z.object({ number: z.int(), fromPeriod: z.string() }).nullable(),
      steps: z.array(z.object({ what: z.string(), amount: money({ least: -9_999_999_999 }) })),
      totalPayment: money(),
      amountToBeSent: money(),
      isCorrected: z.boolean(),
      /** The user, day (Chicago), and reason of the correction, or null. */
      correction: z.object({ by: z.string(), on: z.string(), reason: z.string().nullable() }).nullable(),
      /** The payment's events, oldest first. */
      history: z.array(
        z.object({
          on: z.string(),
          what: z.string(),
          by: z.string().nullable(),
          reason: z.string().nullable(),
        }),
      ),
      /** The payment's attempts, each with the return that ended it. */
      attempts: z.array(
        z.object({
          on: z.string(),
          amount: money(),
          trace: z.string().nullable(),
          returnedOn: z.string().nullable(),
          code: z.string().nullable(),
        }),
      ),
      version: z.int(),
      /** The canceled attempt that this payment replaces, or null. Days are in Chicago. */
      replaces: z.object({ canceledOn: z.string(), trace: z.string().nullable() }).nullable(),
      /** For administrators and canceled payments: why it cannot be paid again, and the open request. */
      payAgain: z
        .object({
          error: onWire('problem', z.string().nullable()),
          request: z.object({ reason: z.string(), by: z.string(), isByCaller: z.boolean() }).nullable(),
        })
        .nullable(),
      memberCount: z.int(),
      /** The first 500 members, in the order they were counted. */
      members: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  }),
});
