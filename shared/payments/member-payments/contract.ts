import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { partnerId, periodId } from '../../ids.ts';
import { jobBegun } from '../../jobs/job.ts';
import { money } from '../../money.ts';
import { pageQuery } from '../../page.ts';
import { programPaymentTypeIdText } from '../../programs.ts';
import { numberText } from '../../query.ts';
import { memberGenerationForm } from '../generation-form.ts';
import { memberColumns } from '../payment-columns.ts';
import { memberPaymentRow } from '../payment-row.ts';
import { admin } from '../shared-requests.ts';
import { workbookType } from '../../media-types.ts';
import { onWire } from '../../wire-names.ts';

const memberList = {
  programTypeId: onWire('programTypeID', numberText().default(1)),
  programPaymentTypeId: onWire('programPaymentTypeID', programPaymentTypeIdText.optional()),
  paymentTypeId: onWire('paymentTypeID', numberText()),
  partnerId: onWire('partnerID', partnerId),
  periodId: onWire('periodID', periodId),
};

/** What members pay or get. */
export const memberEndpoints = {
  listMemberPayments: endpoint({
    method: 'GET',
    path: '/v1/memberpayments',
    roles: admin,
    summary: "Dues or reimbursements of a partner's members, a page at a time, with their totals.",
    query: z.object({ ...memberList, ...pageQuery(memberColumns) }),
    response: z.object({
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
    summary: "Dues or reimbursements of a partner's members as a workbook.",
    query: z.object(memberList),
    response: 'file',
    orJob: true,
    mediaTypes: [workbookType],
  }),
  generateMemberPayments: endpoint({
    method: 'POST',
    path: '/v1/memberpayments/generate',
    roles: admin,
    summary: "Generates the dues or reimbursements of one partner's members, or of all partners'.",
    body: memberGenerationForm,
    response: jobBegun,
  }),
};
