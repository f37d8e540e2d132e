import type { CalendarDate } from '../calendar.ts';
import { dollarsFromCents } from '../money.ts';
import type { Payment } from '../payments/payment.ts';
import { bankFlowRow, bankFlowTable, type BankFlow } from './bank-flow-table.ts';
import type { BankSettings } from './bank-settings.ts';

interface NamedFile {
  createdOn: CalendarDate;
  fileIdModifier: string;
  bankFlow: BankFlow;
  fileHash: string;
}

/** Returns the remote file name, unique by date and modifier. */
export function remoteNameOf(
  { fileName, companyId }: Pick<BankSettings, 'fileName' | 'companyId'>,
  { createdOn, fileIdModifier, bankFlow, fileHash }: NamedFile,
): string {
  const date = createdOn.replaceAll('-', '');
  const parts: Record<string, string> = {
    date,
    yymmdd: date.slice(2),
    modifier: fileIdModifier,
    flow: bankFlowTable[bankFlow].fileLabel,
    hash: fileHash.slice(0, 8),
    company: companyId,
  };
  return fileName.replaceAll(/\{(\w+)\}/g, (_, part: string) => parts[part] ?? '');
}

export const companyIdOf = (
  { companyId, companyIds }: Pick<BankSettings, 'companyId' | 'companyIds'>,
  bankFlow: BankFlow,
): string => companyIds[bankFlow] ?? companyId;

/** Returns the 705 addenda text in the bank's format; `x12` is the ANSI X12 820 RMR segment for CCD+. */
export function remittanceOf(
  { addenda }: Pick<BankSettings, 'addenda'>,
  bankFlow: BankFlow,
  payment: Payment,
): string | undefined {
  const text = bankFlowRow(bankFlow).remittance(payment);
  if (text === undefined || addenda === 'none') return undefined;
  if (addenda === 'text') return text;
  return `RMR*IV*${payment.id.slice(-30)}**${dollarsFromCents(payment.amountToBeSent).toFixed(2)}\\`;
}
