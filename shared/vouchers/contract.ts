import * as z from 'zod';
import { area, endpoint } from '../endpoint.ts';
import { partnerId, recordId } from '../ids.ts';
import { jsonText } from '../json-text.ts';
import { workbookType } from '../media-types.ts';
import { jobBegun } from '../jobs/job.ts';
import { done, doneWith, pageOf, pageQuery } from '../page.ts';
import { canBeFound, cannotBeFound } from '../search.ts';
import { onWire } from '../wire-names.ts';
import { invalidLine } from './recipient-rows.ts';
import { redemptionRows } from './redemption/contract.ts';
import { correctedEmailForm, voucherActionForm } from './voucher-actions.ts';
import { voucherColumns, voucherRow, voucherStatuses } from './voucher.ts';
import {
  voucherProgramAnswer,
  voucherProgramColumns,
  voucherProgramForm,
  voucherProgramId,
  voucherProgramRow,
} from './voucher-program.ts';

const administrators = ['systemAdmin'] as const;
const programParams = z.object({ voucherProgramId: onWire('voucherProgramID', voucherProgramId) });
const voucherParams = z.object({ voucherId: recordId });
const searchText = z.string().trim().max(100).refine(canBeFound, cannotBeFound);

export const vouchers = area('vouchers', {
  programs: endpoint({
    method: 'GET',
    path: '/voucherprograms/partner',
    roles: administrators,
    summary: "A partner's voucher programs, a page at a time.",
    query: z.object({ ...pageQuery(voucherProgramColumns), partnerId }),
    response: pageOf(voucherProgramRow),
  }),
  program: endpoint({
    method: 'GET',
    path: '/voucherprograms',
    roles: administrators,
    summary: 'One voucher program with what became of its vouchers.',
    query: z.object({ voucherProgramId }),
    response: voucherProgramAnswer,
  }),
  saveProgram: endpoint({
    method: 'POST',
    path: '/voucherprograms/save',
    roles: administrators,
    summary: 'Creates a voucher program (id 0) or changes one that is not published.',
    body: z.object({ voucherProgram: jsonText('Voucher program', voucherProgramForm) }),
    optionalFiles: ['partnerLogoFile'],
    response: doneWith(voucherProgramAnswer),
  }),
  logo: endpoint({
    method: 'GET',
    path: '/voucherprograms/logo',
    roles: administrators,
    summary: "The logo of a voucher program, as shown in its recipients' emails.",
    query: z.object({ voucherProgramId }),
    response: 'file',
    mediaTypes: ['image/png', 'image/jpeg'],
  }),
  uploadRecipients: endpoint({
    method: 'POST',
    path: '/voucherprograms/recipients/upload',
    roles: administrators,
    summary:
      'Takes a workbook of recipients, who replace the earlier ones with new codes; with one invalid line none is taken.',
    body: z.object({ voucherProgramId }),
    files: ['recipientsFile'],
    response: done.extend({ jobId: recordId.optional(), invalidLines: z.array(invalidLine).optional() }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/vouchers/voucherprogram/{voucherProgramID}',
    roles: administrators,
    summary: 'The vouchers of a program, a page at a time.',
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
    summary: 'The codes and recipients of a program as a workbook.',
    query: z.object({ voucherProgramId }),
    response: 'file',
    mediaTypes: [workbookType],
  }),
  preview: endpoint({
    method: 'GET',
    path: '/vouchers/preview/voucherprogram/{voucherProgramID}',
    roles: administrators,
    summary: 'The very email of one recipient, the first where none is named.',
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
    summary: 'Publishes a program as it was previewed and sends its vouchers; asked twice it is one job.',
    params: programParams,
    body: z.object({ version: z.int() }),
    response: jobBegun,
  }),
  checkPublished: endpoint({
    method: 'GET',
    path: '/voucherprograms/{voucherProgramID}/check-published',
    roles: administrators,
    summary: 'Is the program published?',
    params: programParams,
    response: z.boolean(),
  }),
  resend: endpoint({
    method: 'POST',
    path: '/vouchers/{voucherId}/resend',
    roles: administrators,
    summary: 'Sends a voucher once more to its address.',
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
    summary: 'Makes a voucher void: its code can no longer be redeemed.',
    params: voucherParams,
    body: voucherActionForm,
    response: done,
  }),
  undoRedemption: endpoint({
    method: 'POST',
    path: '/vouchers/{voucherId}/undoredemption',
    roles: administrators,
    summary: 'Takes back a redemption of today: the voucher can be redeemed again.',
    params: voucherParams,
    body: voucherActionForm,
    response: done,
  }),
  ...redemptionRows,
});
