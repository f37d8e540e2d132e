import { vouchers } from '../../shared/contracts/vouchers.ts';
import { paths } from '../app/addresses.ts';
import type { PageDefinition } from '../app/page.ts';

const program = { hidden: true, load: () => import('./VoucherProgramPage.tsx') } as const;

export const pages: readonly PageDefinition[] = [
  {
    path: paths.voucherPrograms,
    label: 'Voucher programs',
    reads: vouchers.programs,
    load: async () => ({ default: (await import('./VoucherProgramPage.tsx')).VoucherProgramsPage }),
  },
  { path: paths.addVoucherProgram, label: 'Add voucher program', reads: vouchers.saveProgram, ...program },
  { path: paths.editVoucherProgram, label: 'Edit voucher program', reads: vouchers.program, ...program },
  { path: paths.voucherProgram, label: 'Voucher program', reads: vouchers.program, ...program },
  {
    path: paths.voucherRecipients,
    label: 'Voucher Codes and Recipients',
    hidden: true,
    reads: vouchers.list,
    load: () => import('./VoucherRecipientsPage.tsx'),
  },
];
