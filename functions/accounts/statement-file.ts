import type { Statement } from '../../shared/accounts/statement.ts';
import { dateInChicago, showDate } from '../../shared/calendar.ts';
import { showMoney } from '../../shared/money.ts';
import { newTaggedDocument, toBytes } from '../platform/pdf-document.ts';
import { printableText } from '../platform/printable-text.ts';
import { writeSheet } from '../platform/sheets/write-sheet.ts';

export interface PrintedStatement extends Statement {
  year: number;
  memberName: string;
  partnerName: string;
  facilityName: string | null;
  at: Date;
}

const explanation =
  'Each line is listed under the month it is for. Totals include only completed payments, not payments in progress.';

const leadOf = ({ memberName, partnerName, facilityName, at }: PrintedStatement): [string, string][] => [
  ['Member', memberName],
  ['Partner', partnerName],
  ['Club', facilityName ?? '–'],
  ['Created on', showDate(dateInChicago(at))],
];

/** Creates the statement as a workbook with numeric amounts and totals as the last rows. */
export const statementSheet = (printed: PrintedStatement): Promise<Uint8Array> =>
  writeSheet({
    sheetName: `Statement ${printed.year}`,
    lead: [[`Statement of ${printed.year}`], ...leadOf(printed), [explanation]],
    columns: [
      { title: 'Month', kind: 'text', width: 20 },
      { title: 'What', kind: 'text', width: 20 },
      { title: 'Amount', kind: 'money', width: 14 },
      { title: 'Status', kind: 'text', width: 28 },
    ],
    rows: [
      ...printed.lines.map(({ yearMonth, what, amount, status }) => [yearMonth, what, amount, status]),
      ['Total', 'Dues withdrawn', printed.duesPaid, ''],
      ['Total', 'Paid to you', printed.paidBack, ''],
    ],
  });

const ink = '#1b2430';
const quiet = '#5a6573';
const hairline = '#c9d0d8';
const margin = 56;
const width = 612 - 2 * margin;
const columns = [
  { x: 0, width: 140, align: 'left' },
  { x: 140, width: 130, align: 'left' },
  { x: 270, width: 80, align: 'right' },
  { x: 370, width: width - 370, align: 'left' },
] as const;

/** Draws a hairline that is not part of the tagged content. */
function ruleAt(document: ReturnType<typeof newTaggedDocument>, y: number): void {
  document.markContent('Artifact', { type: 'Layout' });
  document
    .moveTo(margin, y)
    .lineTo(margin + width, y)
    .lineWidth(0.4)
    .strokeColor(hairline)
    .stroke();
  document.endMarkedContent();
}

/** Creates the statement as one tagged US Letter page. A year has at most 36 lines, which fit. */
export async function statementPdf(printed: PrintedStatement): Promise<Uint8Array> {
  const { year, lines, duesPaid, paidBack, at } = printed;
  const title = `Statement of ${year}`;
  const document = newTaggedDocument(title, { margin: 40, at });
  const bytes = toBytes(document);
  const root = document.struct('Document');
  document.addStructure(root);
  const write = (words: string, y: number, look: { size?: number; bold?: boolean; color?: string } = {}) =>
    document
      .font(look.bold ? 'Bold' : 'Regular', look.size ?? 9.5)
      .fillColor(look.color ?? ink)
      .text(printableText(words), margin, y, { width });
  const tagged = (tag: string, draw: () => void) => root.add(document.struct(tag, {}, draw));

  tagged('P', () => write('Wellport', 48, { bold: true, size: 9, color: quiet }));
  tagged('H1', () => write(title, 62, { bold: true, size: 20 }));
  let y = 96;
  for (const [label, value] of leadOf(printed)) {
    tagged('P', () => write(`${label}: ${value}`, y));
    y = document.y + 2;
  }
  y += 10;
  const table = document.struct('Table');
  root.add(table);
  const row = (cells: readonly string[], tag: 'TH' | 'TD', bold = false) => {
    const line = document.struct('TR');
    table.add(line);
    for (const [index, cell] of cells.entries()) {
      const column = columns[index];
      if (!column) continue;
      line.add(
        document.struct(tag, tag === 'TH' ? { scope: 'Column' } : {}, () => {
          document
            .font(bold ? 'Bold' : 'Regular', 9)
            .fillColor(ink)
            .text(printableText(cell), margin + column.x, y, {
              width: column.width,
              align: column.align,
              lineBreak: false,
            });
        }),
      );
    }
    line.end();
    y += 11.5;
    ruleAt(document, y);
    y += 2;
  };
  row(['Month', 'What', 'Amount', 'Status'], 'TH', true);
  for (const line of lines) row([line.yearMonth, line.what, showMoney(line.amount), line.status], 'TD');
  if (lines.length === 0) row([`No payments in ${year}`], 'TD');
  row(['Total', 'Dues withdrawn', showMoney(duesPaid), ''], 'TD', true);
  row(['Total', 'Paid to you', showMoney(paidBack), ''], 'TD', true);
  table.end();
  tagged('P', () => write(explanation, y + 8, { size: 8.5, color: quiet }));
  root.end();
  document.end();
  return bytes;
}
