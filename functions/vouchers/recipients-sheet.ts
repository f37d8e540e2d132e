import { dateInChicago } from '../../shared/calendar.ts';
import { maxRecipients } from '../../shared/vouchers/recipient-rows.ts';
import type { VoucherProgram } from '../../shared/vouchers/voucher-program.ts';
import { voucherStatusLabels } from '../../shared/vouchers/voucher.ts';
import type { SheetSource } from '../files/sheet-source.ts';
import type { CellValue } from '../platform/sheets/write-sheet.ts';
import { allVouchers } from './store.ts';
import { voucherRowOf } from './store.ts';

export function recipientsSheet(program: VoucherProgram, at: Date): SheetSource {
  const today = dateInChicago(at);
  const { batchId, endDate, displayName, metadataColumns } = program;
  return {
    name: `${displayName.slice(0, 60)} recipients ${today}.xlsx`,
    sheetName: 'Recipients',
    columns: [
      { title: 'Code', kind: 'text', width: 18 },
      { title: 'Recipient Email', kind: 'text', width: 32 },
      ...metadataColumns.map((title) => ({ title, kind: 'text' as const })),
      { title: 'Status', kind: 'text', width: 16 },
      { title: 'Facility ID', kind: 'text' },
      { title: 'Facility Name', kind: 'text', width: 28 },
      { title: 'Redeemed By', kind: 'text', width: 24 },
      { title: 'Redemption Date', kind: 'date' },
      { title: 'Problem', kind: 'text', width: 32 },
    ],
    atMost: maxRecipients,
    pages: async function* pages() {
      const rows: CellValue[][] = [];
      if (batchId !== null)
        for await (const voucher of allVouchers(batchId)) {
          const row = voucherRowOf(voucher, endDate, today);
          rows.push([
            row.code,
            row.recipientEmail,
            ...metadataColumns.map((title) => row.metadata[title] ?? ''),
            voucherStatusLabels[row.status].label,
            row.facilityNumber,
            row.facilityName,
            row.redeemedBy,
            row.redeemedOn && dateInChicago(new Date(row.redeemedOn)),
            row.emailProblem,
          ]);
        }
      yield { rows, cursor: null };
    },
  };
}
