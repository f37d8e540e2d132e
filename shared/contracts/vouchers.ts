import * as z from 'zod';
import { area, endpoint } from '../endpoint.ts';
import { partnerId, recordId, recordVersion } from '../ids.ts';
import { jsonText } from '../parse-json.ts';
import { workbookType } from '../media-types.ts';
import { jobBegun } from '../jobs/job.ts';
import { done, doneWith, pageOf, pageQuery } from '../page.ts';
import { isSearchable, notSearchable } from '../query.ts';
import { onWire } from '../wire-names.ts';
import { invalidLine } from '../vouchers/recipient-rows.ts';
import { redemptionRows } from '../vouchers/redemption-contract.ts';
import {
  correctedEmailForm,
  voucherActionForm,
  voucherColumns,
  voucherRow,
  voucherStatuses,
} from '../vouchers/voucher.ts';
import {
  voucherProgramResponse,
  voucherProgramColumns,
  voucherProgramForm,
  voucherProgramId,
  voucherProgramRow,
} from '../vouchers/voucher-program.ts';

const administrators = ['systemAdmin'] as const;
const programParams = z.object({ voucherProgramId: onWire('voucherProgramID', voucherProgramId) });
const voucherParams = z.object({ voucherId: recordId });
const searchText = z.string().trim().max(100).refine(isSearchable, notSearchable);

export const vouchers = area('vouchers', {
  programs: endpoint({
    method: 'GET',
    path: '/voucherprograms/partner',
    roles: administrators,
    summary: "Lists a partner's voucher programs.",
    query: z.object({ ...pageQuery(voucherProgramColumns), partnerId }),
    response: pageOf(voucherProgramRow),
  }),
  program: endpoint({
    method: 'GET',
    path: '/voucherprograms',
    roles: administrators,
    summary: 'Returns a voucher program with the sums of its vouchers.',
    query: z.object({ voucherProgramId }),
    response: voucherProgramResponse,
  }),
  saveProgram: endpoint({
    method: 'POST',
    path: '/voucherprograms/save',
    roles: administrators,
    summary: 'Creates a voucher program (id 0) or changes an unpublished one.',
    body: z.object({ voucherProgram: jsonText('Voucher program', voucherProgramForm) }),
    optionalFiles: ['partnerLogoFile'],
    response: doneWith(voucherProgramResponse),
  }),
  logo: endpoint({
    method: 'GET',
    path: '/voucherprograms/logo',
    roles: administrators,
    summary: "Returns the logo of a voucher program, as shown in its recipients' emails.",
    query: z.object({ voucherProgramId }),
    response: 'file',
    mediaTypes: ['image/png', 'image/jpeg'],
  }),
  uploadRecipients: endpoint({
    method: 'POST',
    path: '/voucherprograms/recipients/upload',
    roles: administrators,
    summary:
      'Imports a workbook of recipients, who replace the earlier ones with new codes; one invalid line rejects the file unless the request accepts the valid rows.',
    body: z.object({ voucherProgramId, validRowsOnly: z.literal('true').optional() }),
    files: ['recipientsFile'],
    response: done.extend({
      jobId: recordId.optional(),
      invalidLines: z.array(invalidLine).optional(),
      validCount: z.int().optional(),
    }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/vouchers/voucherprogram/{voucherProgramID}',
    roles: administrators,
    summary: 'Lists the vouchers of a program.',
    params: programParams,
    query: z.object({
      ...pageQuery(voucherColumns),
      filter: searchText.optional(),
      status: z.enum(voucherStatuses).optional(),
    }),
    response: pageOf(voucherRow),
  }),
  recipients: endpoint({
    method: 'GET',
    path: '/vouchers/recipients',
    roles: administrators,
    summary: 'Returns the codes and recipients of a program as a workbook.',
    query: z.object({ voucherProgramId }),
    response: 'file',
    mediaTypes: [workbookType],
  }),
  preview: endpoint({
    method: 'GET',
    path: '/vouchers/preview/voucherprogram/{voucherProgramID}',
    roles: administrators,
    summary: 'Returns the email of one recipient, by default the first.',
    params: programParams,
    query: z.object({ voucherId: recordId.optional() }),
    response: z.object({
      to: z.string(),
      subject: z.string(),
      body: z.string(),
      /** `content` is base64. */
      attachments: z.array(z.object({ contentId: z.string(), mediaType: z.string(), content: z.string() })),
    }),
  }),
  publish: endpoint({
    method: 'PUT',
    path: '/voucherprograms/{voucherProgramID}/publish',
    roles: administrators,
    summary:
      'Publishes a program as previewed and sends its vouchers; a repeated request returns the same job.',
    params: programParams,
    body: z.object({ version: recordVersion }),
    response: jobBegun,
  }),
  checkPublished: endpoint({
    method: 'GET',
    path: '/voucherprograms/{voucherProgramID}/check-published',
    roles: administrators,
    summary: 'Returns whether the program is published.',
    params: programParams,
    response: z.boolean(),
  }),
  resend: endpoint({
    method: 'POST',
    path: '/vouchers/{voucherId}/resend',
    roles: administrators,
    summary: 'Sends a voucher again to its address.',
    params: voucherParams,
    body: voucherActionForm,
    response: jobBegun,
  }),
  correctEmail: endpoint({
    method: 'PUT',
    path: '/vouchers/{voucherId}/email',
    roles: administrators,
    summary: 'Corrects the address of an undeliverable voucher and sends it there.',
    params: voucherParams,
    body: correctedEmailForm,
    response: jobBegun,
  }),
  void: endpoint({
    method: 'POST',
    path: '/vouchers/{voucherId}/void',
    roles: administrators,
    summary: 'Voids a voucher: its code can no longer be redeemed.',
    params: voucherParams,
    body: voucherActionForm,
    response: done,
  }),
  undoRedemption: endpoint({
    method: 'POST',
    path: '/vouchers/{voucherId}/undoredemption',
    roles: administrators,
    summary: 'Undoes a redemption of the same day: the voucher can be redeemed again.',
    params: voucherParams,
    body: voucherActionForm,
    response: done,
  }),
  ...redemptionRows,
});
