import { vouchers } from '../../shared/contracts/vouchers.ts';
import { examplesOf } from '../support/examples.ts';

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
  uploadRecipients: {
    own: () => ({
      body: { voucherProgramId: '1' },
      files: { recipientsFile: { name: 'recipients.xlsx', bytes: new Uint8Array([1]) } },
    }),
  },
  list: { own: () => ({ params: { voucherProgramID: '1' }, query: {} }) },
  recipients: { own: () => ({ query: { voucherProgramId: '1' } }) },
  preview: { own: () => ({ params: { voucherProgramID: '1' }, query: {} }) },
  publish: { own: () => ({ params: { voucherProgramID: '1' }, body: { version: 1 } }) },
  checkPublished: { own: () => ({ params: { voucherProgramID: '1' } }) },
  resend: {
    own: () => ({ params: { voucherId: 'B1-00001' }, body: { reason: 'Asked for it.', version: 1 } }),
  },
  correctEmail: {
    own: () => ({
      params: { voucherId: 'B1-00001' },
      body: { email: 'ann@people.test', reason: 'A typing error.', version: 1 },
    }),
  },
  void: { own: () => ({ params: { voucherId: 'B1-00001' }, body: { reason: 'Left.', version: 1 } }) },
  undoRedemption: {
    own: () => ({ params: { voucherId: 'B1-00001' }, body: { reason: 'A mistake.', version: 1 } }),
  },
  lookup: { own: () => ({ body: { code: 'ABCD-EFGH-JKLM' } }) },
  redeem: { own: () => ({ body: { code: 'ABCD-EFGH-JKLM' } }) },
  undoOwnRedemption: { own: () => ({ body: { code: 'ABCD-EFGH-JKLM' } }) },
  redemptions: { own: () => ({ query: { periodId: '202607' } }) },
  downloadRedemptions: { own: () => ({ query: { periodId: '202607' } }) },
  recipient: { own: () => ({ params: { token: 'not-a-token' } }) },
  recipientPdf: { own: () => ({ params: { token: 'not-a-token' } }) },
  logo: { own: () => ({ query: { voucherProgramId: '1' } }) },
});
