import { vouchers } from '../../shared/vouchers/contract.ts';
import { examplesOf } from '../support/examples.ts';

/** A new program's form, as the wire names its fields. */
export const programOnWire = (given: Record<string, unknown> = {}) => ({
  id: '0',
  partnerID: '1',
  displayName: 'Summer of Movement',
  redemptionValue: '25.00',
  startDate: '2026-06-01',
  endDate: '2026-08-31',
  ...given,
});

export const examples = examplesOf(vouchers, {
  programs: { own: ({ own }) => ({ query: { partnerId: own.partner.id } }) },
  program: { own: () => ({ query: { voucherProgramId: '1' } }) },
  saveProgram: {
    own: () => ({ body: { voucherProgram: JSON.stringify(programOnWire()) }, files: {} }),
  },
  logo: { own: () => ({ query: { voucherProgramId: '1' } }) },
});
