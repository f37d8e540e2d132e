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
import { admin, exists, amountForm, narrowed, undoForm } from './correction.ts';
import { workbookType, csvType } from '../media-types.ts';
import type { AnySchema, ObjectSchema } from '../schema.ts';
import { onWire } from '../wire-names.ts';
import { payrollFileRow, payrollSettings } from './payroll-file.ts';

interface Generated<Which, Preview, Form> {
  path: string;
  /** The plural in summaries. */
  noun: string;
  /** The object of "Generates" in a summary. */
  generated: string;
  which: Which;
  preview: Preview;
  form: Form;
}

const get = { method: 'GET', roles: admin } as const;

/** The endpoints that generate the payments of a kind. */
const generationOf = <Which extends ObjectSchema, Preview extends ObjectSchema, Form extends ObjectSchema>({
  path,
  noun,
  generated,
  which,
  preview,
  form,
}: Generated<Which, Preview, Form>) => ({
  exist: endpoint({
    ...get,
    path: `${path}/generation/exists`,
    summary: `Returns whether ${noun} have already been generated.`,
    query: which,
    response: exists,
  }),
  preview: endpoint({
    ...get,
    path: `${path}/generation/preview`,
    summary: `Previews what generating ${noun} would add, change, and remove. Changes nothing.`,
    query: preview,
    response: generationPreview,
  }),
  generate: endpoint({
    method: 'POST',
    path: `${path}/generate`,
    roles: admin,
    summary: `Generates ${generated}.`,
    body: form,
    response: jobBegun,
  }),
});

interface Listed<Params, Query, Row> {
  path: string;
  noun: string;
  /** The participle and payee in a summary of a correction. */
  amount: string;
  month: string;
  params: Params;
  query: Query;
  row: Row;
}

/** The endpoints that list and correct the payments of partners or facilities. */
const listOf = <Params extends ObjectSchema, Query extends ObjectSchema, Row extends AnySchema>({
  params,
  query,
  row,
  ...of
}: Listed<Params, Query, Row>) => {
  const correction = <Form extends ObjectSchema>(path: string, summary: string, body: Form) =>
    endpoint({
      method: 'PUT',
      path: `${of.path}/${path}`,
      roles: admin,
      summary,
      body,
      response: doneWith(row),
    });
  const month = { path: `${of.path}/${of.month}`, params };
  return {
    correct: correction('amount', `Corrects the amount to be ${of.amount}.`, amountForm),
    undo: correction('amount/undo', `Resets the amount to be ${of.amount} to the total.`, undoForm),
    list: endpoint({
      ...get,
      ...month,
      summary: `Lists the ${of.noun} of a month, paginated, with their totals.`,
      query,
      response: paymentPage(row),
    }),
    download: endpoint({
      ...get,
      ...month,
      path: `${month.path}/download`,
      summary: `Downloads the ${of.noun} of a month as a workbook.`,
      query: z.object(narrowed),
      response: 'file',
      orJob: true,
      mediaTypes: [workbookType],
    }),
  };
};

const memberList = {
  programTypeId: onWire('programTypeID', numberText().default(1)),
  programPaymentTypeId: onWire('programPaymentTypeID', programPaymentTypeIdText.optional()),
  paymentTypeId: onWire('paymentTypeID', numberText()),
  partnerId: onWire('partnerID', partnerScope),
  periodId: onWire('periodID', periodId),
};

const members = generationOf({
  path: '/v1/memberpayments',
  noun: 'dues or reimbursements',
  generated: 'the dues or reimbursements of one partner or of all partners',
  which: z.object(whichMemberPayments),
  preview: z.object(whichMemberPayments),
  form: memberGenerationForm,
});

export const memberEndpoints = {
  listMemberPayments: endpoint({
    ...get,
    path: '/v1/memberpayments',
    summary:
      'Lists the dues or reimbursements of members, paginated, with the totals of all pages. Partner 0 lists all partners, sorted by Partner ID and member name regardless of the requested order.',
    query: z.object({ ...memberList, ...pageQuery(memberColumns) }),
    response: z.object({
      items: onWire('payments', z.array(memberPaymentRow)),
      totalPaymentsAmount: money({ most: Number.MAX_SAFE_INTEGER }),
      totalCount: onWire('memberPaymentsCount', z.int().nullable()),
      nextCursor: z.string().nullable(),
    }),
  }),
  listMemberPaymentsByPartner: endpoint({
    ...get,
    path: '/v1/memberpayments/partners',
    summary: 'Returns the number and sum of member payments per partner in a month.',
    query: z.object({
      programPaymentTypeId: onWire('programPaymentTypeID', programPaymentTypeIdText),
      paymentTypeId: onWire('paymentTypeID', numberText()),
      periodId: onWire('periodID', periodId),
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
    ...get,
    path: '/v1/memberpayments/download',
    summary: 'Downloads the dues or reimbursements of one partner, or of all partners (0), as a workbook.',
    query: z.object(memberList),
    response: 'file',
    orJob: true,
    mediaTypes: [workbookType],
  }),
  memberPaymentsExist: members.exist,
  previewMemberPayments: members.preview,
  generateMemberPayments: members.generate,
};

const facilityPayments = {
  path: '/facilitypayments',
  noun: 'facility payments',
  generated: 'facility payments',
  amount: 'paid to a facility',
  which: facilityExistsQuery,
  preview: facilityExistsQuery,
  form: facilityGenerationForm,
  month: '{programPaymentTypeId}/{periodId}',
  params: z.object({ programPaymentTypeId: programPaymentTypeIdText, periodId }),
  query: z.object({ ...narrowed, ...pageQuery(facilityColumns) }),
  row: facilityPaymentRow,
};
const facilities = { ...generationOf(facilityPayments), ...listOf(facilityPayments) };

/** Endpoints of facility payments. Fixed paths precede paths with parameters because the first match wins. */
export const facilityEndpoints = {
  facilityPaymentsExist: facilities.exist,
  previewFacilityPayments: facilities.preview,
  generateFacilityPayments: facilities.generate,
  correctFacilityPayment: facilities.correct,
  undoFacilityCorrection: facilities.undo,
  listFacilityPayments: facilities.list,
  downloadFacilityPayments: facilities.download,
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

const partnerPayments = {
  path: '/partnerpayments',
  noun: 'partner payments',
  generated: 'partner payments, with or without fees',
  amount: 'collected from a partner',
  which: existsQuery,
  preview: previewQuery,
  form: generationForm,
  month: '{programPaymentTypeId}/{paymentTypeId}/{periodId}',
  params: z.object({
    programPaymentTypeId: programPaymentTypeIdText,
    paymentTypeId: numberText(),
    periodId,
  }),
  query: z.object({ ...narrowed, ...pageQuery(partnerColumns) }),
  row: partnerPaymentRow,
};
const partners = { ...generationOf(partnerPayments), ...listOf(partnerPayments) };

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
  partnerPaymentsExist: partners.exist,
  previewPartnerPayments: partners.preview,
  generatePartnerPayments: partners.generate,
  correctPartnerPayment: partners.correct,
  undoPartnerCorrection: partners.undo,
  listPartnerPayments: partners.list,
  downloadPartnerPayments: partners.download,
};
