import type { BankFile } from '../../../shared/bank-files/bank-file.ts';
import type { CalendarDate } from '../../../shared/calendar.ts';
import { acknowledgementFile, entriesOf, replyFile, type Reply } from './reply-file.ts';
import { statementFile } from './statement-file.ts';

/** The routing number of the bank that the portal sends through. */
export const ourBank = '091000022';

/**
 * A return or correction of one entry. Corrections change the account, the routing number (valid check digit), or the
 * type to savings.
 */
export const replyCodes = ['R01', 'R02', 'R03', 'R07', 'R09', 'R16', 'R31', 'C01', 'C02', 'C05'] as const;
const corrections: Record<string, string> = { C01: '5550001234', C02: '231380104', C05: '37' };

/** Actions that the simulated bank can take on a sent file. */
export const bankActions = [
  { id: 'acknowledge', name: 'Acknowledge the file' },
  { id: 'settle', name: 'Settle it on a statement' },
  { id: 'reply', name: 'Return and correct what is chosen' },
  { id: 'rubbish', name: 'Send rubbish' },
] as const;
export type BankAction = (typeof bankActions)[number]['id'];

interface ReplyRequest {
  file: BankFile;
  /** Bytes of the sent file. */
  text: string;
  /** The code chosen for an entry, by its trace. */
  codeOf: (trace: string) => string;
  on: CalendarDate;
  /** Distinguishes several files of one day. */
  sequence: number;
}

/** Returns the bank's reply file; undefined if no entry has a code. */
export function replyTo(
  action: BankAction,
  { file, text, codeOf, on, sequence }: ReplyRequest,
): string | undefined {
  if (action === 'acknowledge') return acknowledgementFile(text);
  if (action === 'settle') return statementFile([file], file.effectiveDate);
  const replies = entriesOf(text).flatMap((sent): Reply[] => {
    const code = codeOf(sent.entry.trace);
    return (replyCodes as readonly string[]).includes(code)
      ? [{ ...sent, code, correctedData: corrections[code] ?? '' }]
      : [];
  });
  if (action === 'rubbish') return `${text.slice(0, 300).replaceAll(/\d/g, '#')}\0${sequence}`;
  return replies.length === 0 ? undefined : replyFile(ourBank, replies, on, sequence);
}
