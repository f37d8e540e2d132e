import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { partnerId, periodId } from '../../ids.ts';
import { jobBegun } from '../../jobs/job.ts';
import { doneWith, pageQuery } from '../../page.ts';
import { programPaymentTypeIdText } from '../../programs.ts';
import { numberText } from '../../query.ts';
import { existsQuery, generationForm, previewQuery } from '../generation-form.ts';
import { partnerColumns } from '../payment-columns.ts';
import { partnerPaymentRow, paymentPage } from '../payment-row.ts';
import { generationPreview } from '../preview.ts';
import { admin, amountForm, exists, narrowed, undoForm } from '../shared-requests.ts';
import { workbookType } from '../../media-types.ts';

const partnerList = z.object({
  programPaymentTypeId: programPaymentTypeIdText,
  paymentTypeId: numberText(),
  periodId,
});
const ofPartner = z.object({ partnerId, programPaymentTypeId: programPaymentTypeIdText });
const range = z.object({ periodIdFrom: periodId.optional(), periodIdTo: periodId.optional() });

/** What partners owe. Fixed paths are before those with parameters: the first that fits is taken. */
export const partnerEndpoints = {
  listPaymentsOfPartner: endpoint({
    method: 'GET',
    path: '/partnerpayments/partner/{partnerId}/{programPaymentTypeId}',
    roles: ['systemAdmin', 'partnerManager'],
    ownership: { partner: 'partnerId' },
    summary: "One partner's payments over a range of months; the last six closed ones when none is named.",
    params: ofPartner,
    query: range,
    response: z.array(partnerPaymentRow),
  }),
  downloadPaymentsOfPartner: endpoint({
    method: 'GET',
    path: '/partnerpayments/partner/{partnerId}/{programPaymentTypeId}/download',
    roles: ['systemAdmin', 'partnerManager'],
    ownership: { partner: 'partnerId' },
    summary: "One partner's payments over a range of months as a workbook.",
    params: ofPartner,
    query: range,
    response: 'file',
    mediaTypes: [workbookType],
  }),
  partnerPaymentsExist: endpoint({
    method: 'GET',
    path: '/partnerpayments/generation/exists',
    roles: admin,
    summary: 'Whether partner payments have been generated already.',
    query: existsQuery,
    response: exists,
  }),
  previewPartnerPayments: endpoint({
    method: 'GET',
    path: '/partnerpayments/generation/preview',
    roles: admin,
    summary: 'What generating partner payments would add, change and remove; changes nothing.',
    query: previewQuery,
    response: generationPreview,
  }),
  generatePartnerPayments: endpoint({
    method: 'POST',
    path: '/partnerpayments/generate',
    roles: admin,
    summary: 'Generates partner payments, with fees or without.',
    body: generationForm,
    response: jobBegun,
  }),
  correctPartnerPayment: endpoint({
    method: 'PUT',
    path: '/partnerpayments/amount',
    roles: admin,
    summary: 'Corrects the amount to be collected from a partner.',
    body: amountForm,
    response: doneWith(partnerPaymentRow),
  }),
  undoPartnerCorrection: endpoint({
    method: 'PUT',
    path: '/partnerpayments/amount/undo',
    roles: admin,
    summary: 'Sets the amount to be collected from a partner to the total again.',
    body: undoForm,
    response: doneWith(partnerPaymentRow),
  }),
  listPartnerPayments: endpoint({
    method: 'GET',
    path: '/partnerpayments/{programPaymentTypeId}/{paymentTypeId}/{periodId}',
    roles: admin,
    summary: 'Partner payments of a month, a page at a time, with their totals.',
    params: partnerList,
    query: z.object({ ...narrowed, ...pageQuery(partnerColumns) }),
    response: paymentPage(partnerPaymentRow),
  }),
  downloadPartnerPayments: endpoint({
    method: 'GET',
    path: '/partnerpayments/{programPaymentTypeId}/{paymentTypeId}/{periodId}/download',
    roles: admin,
    summary: 'Partner payments of a month as a workbook.',
    params: partnerList,
    query: z.object(narrowed),
    response: 'file',
    orJob: true,
    mediaTypes: [workbookType],
  }),
};
