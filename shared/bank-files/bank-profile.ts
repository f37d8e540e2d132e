import type { CalendarDate } from '../calendar.ts';
import { dollarsFromCents } from '../money.ts';
import type { Payment } from '../payments/payment.ts';
import { bankFlowRow, bankFlowTable, type BankFlow } from './bank-flow-table.ts';
import type { BankSettings } from './bank-settings.ts';

/** What a file's name is made of. */
interface NamedFile {
  createdOn: CalendarDate;
  fileIdModifier: string;
  flow: BankFlow;
  fileHash: string;
}

/**
 * The name under which the bank gets a file, by the template of its profile. The day and the file's place in it are
 * always part of the name, so no two files share one.
 */
export function remoteNameOf(
  { fileName, companyId }: Pick<BankSettings, 'fileName' | 'companyId'>,
  { createdOn, fileIdModifier, flow, fileHash }: NamedFile,
): string {
  const date = createdOn.replaceAll('-', '');
  const parts: Record<string, string> = {
    date,
    yymmdd: date.slice(2),
    modifier: fileIdModifier,
    flow: bankFlowTable[flow].fileLabel,
    hash: fileHash.slice(0, 8),
    company: companyId,
  };
  return fileName.replaceAll(/\{(\w+)\}/g, (_, part: string) => parts[part] ?? '');
}

/** The id under which the bank knows the company in batches of a flow: 10 capital letters or digits. */
export const companyIdOf = (
  { companyId, companyIds }: Pick<BankSettings, 'companyId' | 'companyIds'>,
  flow: BankFlow,
): string => companyIds[flow] ?? companyId;

/**
 * The 705 text of a payment in the bank's style; undefined where the flow or the bank has none. `x12` is the remittance
 * segment RMR of ANSI X12 820, which CCD+ receivers read by machine.
 */
export function remittanceOf(
  { addenda }: Pick<BankSettings, 'addenda'>,
  flow: BankFlow,
  payment: Payment,
): string | undefined {
  const text = bankFlowRow(flow).remittance(payment);
  if (text === undefined || addenda === 'none') return undefined;
  if (addenda === 'text') return text;
  return `RMR*IV*${payment.id.slice(-30)}**${dollarsFromCents(payment.amountToBeSent).toFixed(2)}\\`;
}

/** The text of a file with the line ends of the bank's profile; every record ends with LF before. */
export const withLineEnds = ({ lineEnd }: Pick<BankSettings, 'lineEnd'>, text: string): string =>
  lineEnd === 'crlf' ? text.replaceAll('\n', '\r\n') : text;
