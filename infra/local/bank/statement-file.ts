import { settlementOf, type SettlingFile } from '../../../shared/bank-files/statement/statement.ts';
import type { CalendarDate } from '../../../shared/calendar.ts';

/** BAI2 codes of an ACH sum that came in, and of one that went out. */
const codes = { credit: '166', debit: '466' } as const;

/** The bank's statement (BAI2) of a day on which some files settled, a line each; files that move nothing have none. */
export function statementFile(files: readonly SettlingFile[], on: CalendarDate): string {
  const day = on.slice(2).replaceAll('-', '');
  const lines = files.flatMap((file) => settlementOf(file) ?? []);
  const sum = lines.reduce((total, { amount }) => total + amount, 0);
  return [
    `01,USBANK,WELLPORT,${day},0600,1,80,1,2/`,
    `02,WELLPORT,USBANK,1,${day},,USD,2/`,
    '03,000123456,USD,,,,/',
    ...lines.map(
      ({ side, amount }, index) => `16,${codes[side]},${amount},0,${day}${index},,ACH SETTLEMENT WELLPORT/`,
    ),
    `49,${sum},${lines.length + 2}/`,
    `98,${sum},1,${lines.length + 4}/`,
    `99,${sum},1,${lines.length + 6}/`,
    '',
  ].join('\n');
}
