import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { periodId } from '../../ids.ts';
import { jobBegun } from '../../jobs/job.ts';
import { doneWith, pageQuery } from '../../page.ts';
import { programPaymentTypeIdText } from '../../programs.ts';
import { facilityExistsQuery, facilityGenerationForm } from '../generation-form.ts';
import { facilityColumns } from '../payment-columns.ts';
import { facilityPaymentRow, paymentPage } from '../payment-row.ts';
import { generationPreview } from '../preview.ts';
import { admin, amountForm, exists, narrowed, undoForm } from '../shared-requests.ts';
import { workbookType } from '../../media-types.ts';

const facilityList = z.object({ programPaymentTypeId: programPaymentTypeIdText, periodId });

/** What clubs get. Fixed paths are before those with parameters: the first that fits is taken. */
export const facilityEndpoints = {
  facilityPaymentsExist: endpoint({
    method: 'GET',
    path: '/facilitypayments/generation/exists',
    roles: admin,
    summary: 'Whether facility payments have been generated already.',
    query: facilityExistsQuery,
    response: exists,
  }),
  previewFacilityPayments: endpoint({
    method: 'GET',
    path: '/facilitypayments/generation/preview',
    roles: admin,
    summary: 'What generating facility payments would add, change and remove; changes nothing.',
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
    summary: 'Corrects the amount to be paid to a club.',
    body: amountForm,
    response: doneWith(facilityPaymentRow),
  }),
  undoFacilityCorrection: endpoint({
    method: 'PUT',
    path: '/facilitypayments/amount/undo',
    roles: admin,
    summary: 'Sets the amount to be paid to a club to the total again.',
    body: undoForm,
    response: doneWith(facilityPaymentRow),
  }),
  listFacilityPayments: endpoint({
    method: 'GET',
    path: '/facilitypayments/{programPaymentTypeId}/{periodId}',
    roles: admin,
    summary: 'Facility payments of a month, a page at a time, with their totals.',
    params: facilityList,
    query: z.object({ ...narrowed, ...pageQuery(facilityColumns) }),
    response: paymentPage(facilityPaymentRow),
  }),
  downloadFacilityPayments: endpoint({
    method: 'GET',
    path: '/facilitypayments/{programPaymentTypeId}/{periodId}/download',
    roles: admin,
    summary: 'Facility payments of a month as a workbook.',
    params: facilityList,
    query: z.object(narrowed),
    response: 'file',
    orJob: true,
    mediaTypes: [workbookType],
  }),
};
