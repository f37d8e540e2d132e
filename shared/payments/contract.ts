import * as z from 'zod';
import { area, endpoint } from '../endpoint.ts';
import { dollars } from '../fields.ts';
import { option, partnerId, periodId, recordId } from '../ids.ts';
import { jobBegun } from '../jobs/job.ts';
import { money } from '../money.ts';
import { doneWith, pageQuery } from '../page.ts';
import { programPaymentTypeIdText } from '../programs.ts';
import { numberText, yesNoText } from '../query.ts';
import { amountHeader } from './correction.ts';
import {
  existsQuery,
  facilityExistsQuery,
  facilityGenerationForm,
  generationForm,
  memberGenerationForm,
  previewQuery,
} from './generation-form.ts';
import { facilityColumns, memberColumns, partnerColumns } from './payment-columns.ts';
import { facilityPaymentRow, memberPaymentRow, partnerPaymentRow, paymentPage } from './payment-row.ts';
import { generationPreview } from './preview.ts';

const admin = ['systemAdmin'] as const;
const ofType = z.object({ id: programPaymentTypeIdText });
const partnerList = z.object({
  programPaymentTypeId: programPaymentTypeIdText,
  paymentTypeId: numberText(),
  periodId,
});
const facilityList = z.object({ programPaymentTypeId: programPaymentTypeIdText, periodId });
const narrowed = { partnerId: partnerId.optional(), showCorrectedOnly: yesNoText().default(false) };
const ofPartner = z.object({ partnerId, programPaymentTypeId: programPaymentTypeIdText });
const range = z.object({ periodIdFrom: periodId.optional(), periodIdTo: periodId.optional() });
const exists = z.object({ doPaymentsExist: z.boolean() });
const memberList = {
  programTypeID: numberText().default(1),
  programPaymentTypeID: programPaymentTypeIdText.optional(),
  paymentTypeID: numberText(),
  partnerID: partnerId,
  periodID: periodId,
};
const onePayment = {
  programTypeId: numberText().default(1),
  programPaymentTypeId: programPaymentTypeIdText,
  paymentId: recordId,
};
const amountForm = z.object({
  ...onePayment,
  amountToBeSent: dollars(amountHeader, { most: 9_999_999_999 }),
});
const undoForm = z.object(onePayment);

// fixed paths stand before those with parameters: the first that fits is taken
export const payments = area('payments', {
  partnerPaymentTypes: endpoint({
    method: 'GET',
    path: '/paymenttypes/partners/programPaymentType/{id}',
    roles: admin,
    does: 'What partners pay in a program payment type.',
    params: ofType,
    answer: z.array(option),
  }),
  memberPaymentTypes: endpoint({
    method: 'GET',
    path: '/paymenttypes/members/programPaymentType/{id}',
    roles: admin,
    does: 'What members pay or get in a program payment type.',
    params: ofType,
    answer: z.array(option),
  }),
  listPaymentsOfPartner: endpoint({
    method: 'GET',
    path: '/partnerpayments/partner/{partnerId}/{programPaymentTypeId}',
    roles: ['systemAdmin', 'partnerManager'],
    reach: { partner: 'partnerId' },
    does: "One partner's payments over a range of months; the last six closed ones when none is named.",
    params: ofPartner,
    query: range,
    answer: z.array(partnerPaymentRow),
  }),
  downloadPaymentsOfPartner: endpoint({
    method: 'GET',
    path: '/partnerpayments/partner/{partnerId}/{programPaymentTypeId}/download',
    roles: ['systemAdmin', 'partnerManager'],
    reach: { partner: 'partnerId' },
    does: "One partner's payments over a range of months as a workbook.",
    params: ofPartner,
    query: range,
    answer: 'file',
  }),
  partnerPaymentsExist: endpoint({
    method: 'GET',
    path: '/partnerpayments/generation/exists',
    roles: admin,
    does: 'Whether partner payments have been generated already.',
    query: existsQuery,
    answer: exists,
  }),
  previewPartnerPayments: endpoint({
    method: 'GET',
    path: '/partnerpayments/generation/preview',
    roles: admin,
    does: 'What generating partner payments would add, change and remove; changes nothing.',
    query: previewQuery,
    answer: generationPreview,
  }),
  generatePartnerPayments: endpoint({
    method: 'POST',
    path: '/partnerpayments/generate',
    roles: admin,
    does: 'Generates partner payments, with fees or without.',
    body: generationForm,
    answer: jobBegun,
  }),
  correctPartnerPayment: endpoint({
    method: 'PUT',
    path: '/partnerpayments/amount',
    roles: admin,
    does: 'Corrects the amount to be collected from a partner.',
    body: amountForm,
    answer: doneWith(partnerPaymentRow),
  }),
  undoPartnerCorrection: endpoint({
    method: 'PUT',
    path: '/partnerpayments/amount/undo',
    roles: admin,
    does: 'Sets the amount to be collected from a partner to the total again.',
    body: undoForm,
    answer: doneWith(partnerPaymentRow),
  }),
  listPartnerPayments: endpoint({
    method: 'GET',
    path: '/partnerpayments/{programPaymentTypeId}/{paymentTypeId}/{periodId}',
    roles: admin,
    does: 'Partner payments of a month, a page at a time, with their totals.',
    params: partnerList,
    query: z.object({ ...narrowed, ...pageQuery(partnerColumns) }),
    answer: paymentPage(partnerPaymentRow),
  }),
  downloadPartnerPayments: endpoint({
    method: 'GET',
    path: '/partnerpayments/{programPaymentTypeId}/{paymentTypeId}/{periodId}/download',
    roles: admin,
    does: 'Partner payments of a month as a workbook.',
    params: partnerList,
    query: z.object(narrowed),
    answer: 'file',
  }),
  facilityPaymentsExist: endpoint({
    method: 'GET',
    path: '/facilitypayments/generation/exists',
    roles: admin,
    does: 'Whether facility payments have been generated already.',
    query: facilityExistsQuery,
    answer: exists,
  }),
  previewFacilityPayments: endpoint({
    method: 'GET',
    path: '/facilitypayments/generation/preview',
    roles: admin,
    does: 'What generating facility payments would add, change and remove; changes nothing.',
    query: facilityExistsQuery,
    answer: generationPreview,
  }),
  generateFacilityPayments: endpoint({
    method: 'POST',
    path: '/facilitypayments/generate',
    roles: admin,
    does: 'Generates facility payments.',
    body: facilityGenerationForm,
    answer: jobBegun,
  }),
  correctFacilityPayment: endpoint({
    method: 'PUT',
    path: '/facilitypayments/amount',
    roles: admin,
    does: 'Corrects the amount to be paid to a club.',
    body: amountForm,
    answer: doneWith(facilityPaymentRow),
  }),
  undoFacilityCorrection: endpoint({
    method: 'PUT',
    path: '/facilitypayments/amount/undo',
    roles: admin,
    does: 'Sets the amount to be paid to a club to the total again.',
    body: undoForm,
    answer: doneWith(facilityPaymentRow),
  }),
  listFacilityPayments: endpoint({
    method: 'GET',
    path: '/facilitypayments/{programPaymentTypeId}/{periodId}',
    roles: admin,
    does: 'Facility payments of a month, a page at a time, with their totals.',
    params: facilityList,
    query: z.object({ ...narrowed, ...pageQuery(facilityColumns) }),
    answer: paymentPage(facilityPaymentRow),
  }),
  downloadFacilityPayments: endpoint({
    method: 'GET',
    path: '/facilitypayments/{programPaymentTypeId}/{periodId}/download',
    roles: admin,
    does: 'Facility payments of a month as a workbook.',
    params: facilityList,
    query: z.object(narrowed),
    answer: 'file',
  }),
  listMemberPayments: endpoint({
    method: 'GET',
    path: '/v1/memberpayments',
    roles: admin,
    does: "Dues or reimbursements of a partner's members, a page at a time, with their totals.",
    query: z.object({ ...memberList, ...pageQuery(memberColumns) }),
    answer: z.object({
      payments: z.array(memberPaymentRow),
      totalPaymentsAmount: money(),
      memberPaymentsCount: z.int(),
      nextCursor: z.string().nullable(),
    }),
  }),
  downloadMemberPayments: endpoint({
    method: 'GET',
    path: '/v1/memberpayments/download',
    roles: admin,
    does: "Dues or reimbursements of a partner's members as a workbook.",
    query: z.object(memberList),
    answer: 'file',
  }),
  generateMemberPayments: endpoint({
    method: 'POST',
    path: '/v1/memberpayments/generate',
    roles: admin,
    does: "Generates the dues or reimbursements of one partner's members, or of all partners'.",
    body: memberGenerationForm,
    answer: jobBegun,
  }),
  reason: endpoint({
    method: 'GET',
    path: '/payments/{paymentId}/reason',
    roles: ['systemAdmin', 'partnerManager'],
    reach: { partner: 'partnerId' },
    does: 'Why a payment has its amount: the rule, its steps, and the members that were counted.',
    params: z.object({ paymentId: recordId }),
    query: z.object({ partnerId }),
    answer: z.object({
      rule: z.string(),
      steps: z.array(z.object({ what: z.string(), amount: money({ least: -9_999_999_999 }) })),
      totalPayment: money(),
      amountToBeSent: money(),
      isCorrected: z.boolean(),
      memberCount: z.int(),
      /** The first five hundred, in the order they were counted. */
      members: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  }),
});
