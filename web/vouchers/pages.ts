import { vouchers } from '../../shared/vouchers/contract.ts';
import type { PageDefinition } from '../app/page.ts';

const programs = '/partnerowner/partners/:partnerId/voucherprograms';
const program = { hidden: true, load: () => import('./VoucherProgramPage.tsx') } as const;

export const pages: readonly PageDefinition[] = [
  {
    path: `${programs}/list`,
    label: 'Voucher programs',
    reads: vouchers.programs,
    load: () => import('./VoucherProgramsPage.tsx'),
  },
  { path: `${programs}/create`, label: 'Add voucher program', reads: vouchers.saveProgram, ...program },
  {
    path: `${programs}/edit/:voucherProgramId`,
    label: 'Edit voucher program',
    reads: vouchers.program,
    ...program,
  },
  {
    path: `${programs}/view/:voucherProgramId`,
    label: 'Voucher program',
    reads: vouchers.program,
    ...program,
  },
  {
    path: `${programs}/recipients/:voucherProgramId`,
    label: 'Voucher Codes and Recipients',
    hidden: true,
    reads: vouchers.list,
    load: () => import('./VoucherRecipientsPage.tsx'),
  },
  {
    path: '/voucher/:token',
    label: 'Your voucher',
    isPrivate: true,
    reads: vouchers.recipient,
    load: () => import('./RecipientPage.tsx'),
  },
];
