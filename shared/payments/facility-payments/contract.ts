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
    summary: 'Lists the facility payments of a month, paginated, with their totals.',
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
