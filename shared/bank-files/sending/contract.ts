import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { partnerScope, periodId, recordId } from '../../ids.ts';
import { textType } from '../../media-types.ts';
import { done } from '../../page.ts';
import { whichMemberPayments } from '../../payments/generation-form.ts';
import { programPaymentTypeId } from '../../programs.ts';
import { numberText, yesNoText } from '../../query.ts';
import { reasonText } from '../../fields.ts';
import { enteredPin } from '../../users/pin.ts';
import { onWire } from '../../wire-names.ts';
import { checkResponse } from '../check-summary.ts';

/** Text in a query, number in a body. */
const paymentType = numberText({ least: 1, most: 8 });
const programPaymentType = numberText({ least: 1, most: 3 }).pipe(programPaymentTypeId);
const programType = numberText({ least: 1, most: 1 }).optional();

const filters = {
  programTypeId: onWire('programTypeID', programType),
  programPaymentTypeId: onWire('programPaymentTypeID', programPaymentType),
  paymentTypeId: onWire('paymentTypeID', paymentType),
  partnerId: onWire('partnerID', partnerScope.prefault('all')),
  periodId: onWire('periodID', periodId),
};
const selection = { programPaymentTypeId: programPaymentType, partnerId: partnerScope, periodId };

const look = {
  /** Checks only whether payments can be sent; decrypts no accounts and builds no files. */
  onlyAvailability: yesNoText().optional(),
  jobId: recordId.optional(),
};

const confirmation = {
  pin: enteredPin,
  runHash: onWire('hash', z.string().regex(/^[\da-f]{64}$/)),
  /** Reason for sending a repeated file. */
  note: reasonText().optional(),
};

const sendResponse = done.extend({
  message: z.string(),
  jobId: z.string().nullable(),
  runHash: onWire('hash', z.string()),
  files: z.array(z.object({ id: z.string(), name: z.string(), fileHash: onWire('hash', z.string()) })),
});

export const sendingEndpoints = {
  checkPartnerWithdrawal: endpoint({
    method: 'GET',
    path: '/partnerpayments/ach/check',
    roles: ['systemAdmin'],
    summary:
      "Previews withdrawals from partners' accounts: counts, totals, review notes, and whether they can be sent.",
    query: z.object({ ...filters, ...look }),
    response: checkResponse,
  }),
  sendPartnerWithdrawal: endpoint({
    method: 'POST',
    path: '/partnerpayments/ach/send',
    roles: ['systemAdmin'],
    summary: 'Sends the previewed files of partner payments to the bank, once.',
    body: z.object({ ...filters, ...confirmation }),
    response: sendResponse,
  }),
  downloadPartnerWithdrawal: endpoint({
    method: 'GET',
    path: '/partnerpayments/ach/download',
    roles: ['systemAdmin'],
    summary: 'Downloads the previewed files with masked account numbers.',
    query: z.object(filters),
    response: 'file',
    orJob: true,
    mediaTypes: [textType],
  }),
  checkFacilityDeposit: endpoint({
    method: 'GET',
    path: '/facilitypayments/deposit/{programPaymentTypeId}/{partnerId}/{periodId}/check',
    roles: ['systemAdmin'],
    summary:
      "Previews deposits to clubs' accounts: counts, totals, review notes, and whether they can be sent.",
    params: z.object(selection),
    query: z.object(look),
    response: checkResponse,
  }),
  sendFacilityDeposit: endpoint({
    method: 'POST',
    path: '/facilitypayments/deposit/{programPaymentTypeId}/{partnerId}/{periodId}/send',
    roles: ['systemAdmin'],
    summary: 'Sends the previewed files of club payments to the bank, once.',
    params: z.object(selection),
    body: z.object(confirmation),
    response: sendResponse,
  }),
  downloadFacilityDeposit: endpoint({
    method: 'GET',
    path: '/facilitypayments/deposit/{programPaymentTypeId}/{partnerId}/{periodId}/download',
    roles: ['systemAdmin'],
    summary: 'Downloads the previewed files with masked account numbers.',
    params: z.object(selection),
    response: 'file',
    orJob: true,
    mediaTypes: [textType],
  }),
  checkMemberPayments: endpoint({
    method: 'GET',
    path: '/v1/memberpayments/processed',
    roles: ['systemAdmin'],
    summary:
      "Previews withdrawals from or deposits to members' accounts: counts, totals, and whether they can be sent.",
    query: z.object({ ...whichMemberPayments, ...look }),
    response: checkResponse,
  }),
  sendMemberPayments: endpoint({
    method: 'POST',
    path: '/v1/memberpayments/send',
    roles: ['systemAdmin'],
    summary: 'Sends the previewed files of member dues or reimbursements to the bank, once.',
    body: z.object({ ...whichMemberPayments, ...confirmation }),
    response: sendResponse,
  }),
  downloadMemberFile: endpoint({
    method: 'GET',
    path: '/v1/memberpayments/ach/download',
    roles: ['systemAdmin'],
    summary: 'Downloads the previewed files with masked account numbers.',
    query: z.object(whichMemberPayments),
    response: 'file',
    orJob: true,
    mediaTypes: [textType],
  }),
};
