import * as z from 'zod';
import { area, endpoint } from '../endpoint.ts';
import { partnerId } from '../ids.ts';
import { jsonText } from '../json-text.ts';
import { doneWith, pageOf, pageQuery } from '../page.ts';
import {
  voucherProgramAnswer,
  voucherProgramColumns,
  voucherProgramForm,
  voucherProgramId,
  voucherProgramRow,
} from './voucher-program.ts';

const administrators = ['systemAdmin'] as const;

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
    summary: "The logo of a voucher program, as it stands in its recipients' emails.",
    query: z.object({ voucherProgramId }),
    response: 'file',
    mediaTypes: ['image/png', 'image/jpeg'],
  }),
});
