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

/** Endpoints of partner payments. Fixed paths precede paths with parameters because the first match wins. */
export const partnerEndpoints = {
  listPaymentsOfPartner: endpoint({
    method: 'GET',
    path: '/partnerpayments/partner/{partnerId}/{programPaymentTypeId}',
    roles: ['systemAdmin', 'partnerManager'],
    ownership: { partner: 'partnerId' },
    summary: "Lists one partner's payments for a range of months, by default the last six closed months.",
    params: ofPartner,
    query: range,
    response: z.array(partnerPaymentRow),
  }),
  downloadPaymentsOfPartner: endpoint({
    method: 'GET',
    path: '/partnerpayments/partner/{partnerId}/{programPaymentTypeId}/download',
    roles: ['systemAdmin', 'partnerManager'],
    ownership: { partner: 'partnerId' },
    summary: "Downloads one partner's payments for a range of months as a workbook.",
    params: ofPartner,
    query: range,
    response: 'file',
    mediaTypes: [workbookType],
  }),
  partnerPaymentsExist: endpoint({
    method: 'GET',
    path: '/partnerpayments/generation/exists',
    roles: admin,
    summary: 'Returns whether partner payments have already been generated.',
    query: existsQuery,
    response: exists,
  }),
  previewPartnerPayments: endpoint({
    method: 'GET',
    path: '/partnerpayments/generation/preview',
    roles: admin,
    summary: 'Previews what generating partner payments would add, change, and remove. Changes nothing.',
    query: previewQuery,
    response: generationPreview,
  }),
  generatePartnerPayments: endpoint({
    method: 'POST',
    path: '/partnerpayments/generate',
    roles: admin,
    summary: 'Generates partner payments, with or without fees.',
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
    summary: 'Resets the amount to be collected from a partner to the total.',
    body: undoForm,
    response: doneWith(partnerPaymentRow),
  }),
  listPartnerPayments: endpoint({
    method: 'GET',
    path: '/partnerpayments/{programPaymentTypeId}/{paymentTypeId}/{periodId}',
    roles: admin,
    summary: 'Lists the partner payments of a month, paginated, with their totals.',
    params: partnerList,
    query: z.object({ ...narrowed, ...pageQuery(partnerColumns) }),
    response: paymentPage(partnerPaymentRow),
  }),
  downloadPartnerPayments: endpoint({
    method: 'GET',
    path: '/partnerpayments/{programPaymentTypeId}/{paymentTypeId}/{periodId}/download',
    roles: admin,
    summary: 'Downloads the partner payments of a month as a workbook.',
    params: partnerList,
    query: z.object(narrowed),
    response: 'file',
    orJob: true,
    mediaTypes: [workbookType],
  }),
};
