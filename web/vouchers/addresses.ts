import { pathTo } from '../app/addresses.ts';

const screens = {
  edit: 'editVoucherProgram',
  view: 'voucherProgram',
  recipients: 'voucherRecipients',
} as const;

export const programAddress = (partnerId: string, screen: keyof typeof screens, voucherProgramId: string) =>
  pathTo(screens[screen], { partnerId, voucherProgramId });
