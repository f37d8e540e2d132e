import { dateInChicago } from '../calendar.ts';
import { nachaBatches, type BankLine, type FlowBatch } from './bank-flows.ts';
import type { BankSettings } from './bank-settings.ts';
import { effectiveDateFor } from './effective-date.ts';
import { buildNachaFile } from './nacha-file.ts';

/** The flow that its name names. */
export const testFileFlow = 'partnerWithdrawal';

/** The last place of a day, which a test takes from no file that is sent. */
const modifierOfTests = '9';

/**
 * A file for trying the bank's profile out with the bank: three prenotes ($0.00) to made-up accounts at our own bank, a
 * debit and a credit of checking, and a credit of savings, each in its flow's batch. It is never sent by the portal.
 */
export function testBankFile(settings: BankSettings, now: Date): string {
  const today = dateInChicago(now);
  const prenote = (key: string, accountNumber: string, accountType: BankLine['accountType']): BankLine => ({
    key,
    name: 'Wellport Test',
    routingNumber: settings.odfi,
    accountNumber,
    accountType,
    amount: 0,
    prenote: true,
  });
  const batchOf = (flow: FlowBatch['flow'], line: BankLine): FlowBatch => ({
    flow,
    effectiveDate: effectiveDateFor({ ...settings, sameDay: undefined }, flow, today, now),
    lines: [line],
  });
  const batches = [
    batchOf(testFileFlow, prenote('TEST1', '1000000001', 'checking')),
    batchOf('facilityDeposit', prenote('TEST2', '1000000002', 'checking')),
    batchOf('memberReimbursement', prenote('TEST3', '1000000003', 'savings')),
  ];
  return buildNachaFile(settings, nachaBatches(settings, batches), {
    instant: now,
    fileIdModifier: modifierOfTests,
    reference: 'TESTFILE',
  });
}
