import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { partnerScope, periodId } from '../../ids.ts';
import { jobBegun } from '../../jobs/job.ts';
import { money } from '../../money.ts';
import { pageOf, pageQuery } from '../../page.ts';
import { programPaymentTypeIdText } from '../../programs.ts';
import { numberText } from '../../query.ts';
import { memberGenerationForm, whichMemberPayments } from '../generation-form.ts';
import { memberColumns } from '../payment-columns.ts';
import { memberPaymentRow } from '../payment-row.ts';
import { generationPreview } from '../preview.ts';
import { admin, exists } from '../shared-requests.ts';
import { workbookType } from '../../media-types.ts';
import { onWire } from '../../wire-names.ts';

const memberList = {
  programTypeId: onWire('programTypeID', numberText().default(1)),
  programPaymentTypeId: onWire('programPaymentTypeID', programPaymentTypeIdText.optional()),
  paymentTypeId: onWire('paymentTypeID', numberText()),
  partnerId: onWire('partnerID', partnerScope),
  periodId: onWire('periodID', periodId),
};

export const memberEndpoints = {
  listMemberPayments: endpoint({
    method: 'GET',
    path: '/v1/memberpayments',
    roles: admin,
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
    method: 'GET',
    path: '/v1/memberpayments/partners',
    roles: admin,
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
    summary: 'Returns whether dues or reimbursements have already been generated.',
    query: z.object(whichMemberPayments),
    response: exists,
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
