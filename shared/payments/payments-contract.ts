import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { partnerScope, periodId, partnerId, recordId } from '../ids.ts';
import { jobBegun } from '../jobs/job.ts';
import { money } from '../money.ts';
import { pageOf, pageQuery, doneWith } from '../page.ts';
import { programPaymentTypeIdText } from '../programs.ts';
import { numberText } from '../query.ts';
import {
  memberGenerationForm,
  whichMemberPayments,
  facilityExistsQuery,
  facilityGenerationForm,
  existsQuery,
  generationForm,
  previewQuery,
} from './generation-form.ts';
import { memberColumns, facilityColumns, partnerColumns } from './payment.ts';
import { memberPaymentRow, facilityPaymentRow, paymentPage, partnerPaymentRow } from './payment-row.ts';
import { generationPreview } from './preview.ts';
import { admin, exists, amountForm, narrowed, showReturnedOnly, undoForm } from './correction.ts';
import { workbookType, csvType } from '../media-types.ts';
import { onWire } from '../wire-names.ts';
import { payrollFileRow, payrollSettings } from './payroll-file.ts';

const memberList = {
  programTypeId: onWire('programTypeID', numberText().default(1)),
  programPaymentTypeId: onWire('programPaymentTypeID', programPaymentTypeIdText.optional()),
  paymentTypeId: onWire('paymentTypeID', numberText()),
  partnerId: onWire('partnerID', partnerScope),
  periodId: onWire('periodID', periodId),
  showReturnedOnly,
};

export const memberEndpoints = {
  listMemberPayments: endpoint({
    method: 'GET',
    path: '/v1/memberpayments',
    roles: admin,
    summary:
      'Lists the dues or reimbursements of members, paginated, with the totals of all pages. Partner 0 lists all partners, sorted by Partner ID and member name regardless of the requested order. With returned payments only, the totals still include all payments.',
    query: z.object({ ...memberList, ...pageQuery(memberColumns) }),
    response: z.object({
      items: onWire('payments', z.array(memberPaymentRow)),
      totalPaymentsAmount: money({ most: Number.MAX_SAFE_INTEGER }),
      totalCount: onWire('memberPaymentsCount', z.int().nullable()),
      nextCursor: z.string().nullable(),
    }),
  }),
  listMemberPaymentsByPartner: endpoint({
    method: 'GET',
    path: '/v1/memberpayments/partners',
    roles: admin,
    summary: 'Returns the number and sum of member payments per partner in a month.',
    query: z.object({
      programPaymentTypeId: onWire('programPaymentTypeID', programPaymentTypeIdText),
      paymentTypeId: onWire('paymentTypeID', numberText()),
      periodId: onWire('periodID', periodId),
      showReturnedOnly,
      cursor: z.string().max(2000).optional(),
    }),
    response: pageOf(
      z.object({
        partnerId: z.string(),
        partnerName: z.string(),
        count: z.int(),
        amount: money({ most: Number.MAX_SAFE_INTEGER }),
      }),
    ),
  }),
  downloadMemberPayments: endpoint({
    method: 'GET',
    path: '/v1/memberpayments/download',
    roles: admin,
    summary: 'Downloads the dues or reimbursements of one partner, or of all partners (0), as a workbook.',
    query: z.object(memberList),
    response: 'file',
    orJob: true,
    mediaTypes: [workbookType],
  }),
  memberPaymentsExist: endpoint({
    method: 'GET',
    path: '/v1/memberpayments/generation/exists',
    roles: admin,
    summary:
      'Returns whether dues or reimbursements have already been generated, and why dues of a locked month are not generated.',
    query: z.object(whichMemberPayments),
    response: exists.extend({ locked: z.string().optional() }),
  }),
  previewMemberPayments: endpoint({
    method: 'GET',
    path: '/v1/memberpayments/generation/preview',
    roles: admin,
    summary:
      'Previews what generating dues or reimbursements would add, change, and remove. Changes nothing.',
    query: z.object(whichMemberPayments),
    response: generationPreview,
  }),
  generateMemberPayments: endpoint({
    method: 'POST',
    path: '/v1/memberpayments/generate',
    roles: admin,
    summary: 'Generates the dues or reimbursements of one partner or of all partners.',
    body: memberGenerationForm,
    response: jobBegun,
  }),
};

const facilityList = z.object({ programPaymentTypeId: programPaymentTypeIdText, periodId });

/** Endpoints of facility payments. Fixed paths precede paths with parameters because the first match wins. */
export const facilityEndpoints = {
  facilityPaymentsExist: endpoint({
    method: 'GET',
    path: '/facilitypayments/generation/exists',
    roles: admin,
    summary: 'Returns whether facility payments have already been generated.',
    query: facilityExistsQuery,
    response: exists,
  }),
  previewFacilityPayments: endpoint({
    method: 'GET',
    path: '/facilitypayments/generation/preview',
    roles: admin,
    summary: 'Previews what generating facility payments would add, change, and remove. Changes nothing.',
    query: facilityExistsQuery,
    response: generationPreview,
  }),
  generateFacilityPayments: endpoint({
    method: 'POST',
    path: '/facilitypayments/generate',
    roles: admin,
    summary: 'Generates facility payments.',
    body: facilityGenerationForm,
    response: jobBegun,
  }),
  correctFacilityPayment: endpoint({
    method: 'PUT',
    path: '/facilitypayments/amount',
    roles: admin,
    summary: 'Corrects the amount to be paid to a facility.',
    body: amountForm,
    response: doneWith(facilityPaymentRow),
  }),
  undoFacilityCorrection: endpoint({
    method: 'PUT',
    path: '/facilitypayments/amount/undo',
    roles: admin,
    summary: 'Resets the amount to be paid to a facility to the total.',
    body: undoForm,
    response: doneWith(facilityPaymentRow),
  }),
  listFacilityPayments: endpoint({
    method: 'GET',
    path: '/facilitypayments/{programPaymentTypeId}/{periodId}',
    roles: admin,
    summary:
      'Lists the facility payments of a month, paginated, with their totals. With returned payments only, the totals still include all payments.',
    params: facilityList,
    query: z.object({ ...narrowed, ...pageQuery(facilityColumns) }),
    response: paymentPage(facilityPaymentRow),
  }),
  downloadFacilityPayments: endpoint({
    method: 'GET',
    path: '/facilitypayments/{programPaymentTypeId}/{periodId}/download',
    roles: admin,
    summary: 'Downloads the facility payments of a month as a workbook.',
    params: facilityList,
    query: z.object(narrowed),
    response: 'file',
    orJob: true,
    mediaTypes: [workbookType],
  }),
};

const ofPartner = { roles: ['systemAdmin', 'partnerManager'], ownership: { partner: 'partnerId' } } as const;
const params = z.object({ partnerId });

export const payrollEndpoints = {
  payroll: endpoint({
    method: 'GET',
    path: '/payroll/{partnerId}',
    ...ofPartner,
    summary:
      "Returns a partner's payroll settings and its payroll files of this year and the previous year, newest first.",
    params,
    response: z.object({ settings: payrollSettings, files: z.array(payrollFileRow) }),
  }),
  savePayrollSettings: endpoint({
    method: 'PUT',
    path: '/payroll/{partnerId}/settings',
    ...ofPartner,
    summary: "Sets a partner's pay codes and the taxable parts of its payroll.",
    params,
    body: payrollSettings,
    response: doneWith(payrollSettings),
  }),
  makePayroll: endpoint({
    method: 'POST',
    path: '/payroll/{partnerId}/files',
    ...ofPartner,
    summary:
      'Creates the payroll file of a month with the amounts that no earlier file of the year contains. Idempotent.',
    params,
    body: z.object({ periodId: onWire('periodID', periodId) }),
    response: jobBegun,
  }),
  downloadPayroll: endpoint({
    method: 'GET',
    path: '/payroll/{partnerId}/files/{fileId}',
    ...ofPartner,
    summary: 'Downloads a payroll file as a workbook or as text.',
    params: params.extend({ fileId: recordId }),
    query: z.object({ format: z.enum(['xlsx', 'csv']).optional() }),
    response: 'file',
    orJob: true,
    mediaTypes: [workbookType, csvType],
  }),
} as const;

const partnerList = z.object({
  programPaymentTypeId: programPaymentTypeIdText,
  paymentTypeId: numberText(),
  periodId,
});
const paymentTypeParams = z.object({ partnerId, programPaymentTypeId: programPaymentTypeIdText });
const range = z.object({ periodIdFrom: periodId.optional(), periodIdTo: periodId.optional() });

/** Endpoints of partner payments. Fixed paths precede paths with parameters because the first match wins. */
export const partnerEndpoints = {
  listPaymentsOfPartner: endpoint({
    method: 'GET',
    path: '/partnerpayments/partner/{partnerId}/{programPaymentTypeId}',
    roles: ['systemAdmin', 'partnerManager'],
    ownership: { partner: 'partnerId' },
    summary: "Lists one partner's payments for a range of months, by default the last six closed months.",
    params: paymentTypeParams,
    query: range,
    response: z.array(partnerPaymentRow),
  }),
  downloadPaymentsOfPartner: endpoint({
    method: 'GET',
    path: '/partnerpayments/partner/{partnerId}/{programPaymentTypeId}/download',
    roles: ['systemAdmin', 'partnerManager'],
    ownership: { partner: 'partnerId' },
    summary: "Downloads one partner's payments for a range of months as a workbook.",
    params: paymentTypeParams,
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
    summary:
      'Lists the partner payments of a month, paginated, with their totals. With returned payments only, the totals still include all payments.',
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
