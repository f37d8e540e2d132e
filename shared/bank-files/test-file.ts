import { dateInChicago } from '../calendar.ts';
import { nachaBatches, type BankPayment, type FlowBatch } from './bank-flows.ts';
import type { BankSettings } from './bank-settings.ts';
import { effectiveDateFor } from './effective-date.ts';
import { buildNachaFile } from './nacha/write-file.ts';

export const testFileBankFlow = 'partnerWithdrawal';

/** The last modifier of a day, so tests do not use those of real files. */
const modifierOfTests = '9';

/**
 * Returns a file for testing the bank's profile: three prenotes to fictitious accounts at our own bank. The portal
 * never sends it.
 */
export function testBankFile(settings: BankSettings, now: Date): string {
  const today = dateInChicago(now);
  const prenote = (
    key: string,
    accountNumber: string,
    accountType: BankPayment['accountType'],
  ): BankPayment => ({
    key,
    name: 'Wellport Test',
    routingNumber: settings.odfi,
    accountNumber,
    accountType,
    amount: 0,
    prenote: true,
  });
  const batchOf = (bankFlow: FlowBatch['bankFlow'], payment: BankPayment): FlowBatch => ({
    bankFlow,
    effectiveDate: effectiveDateFor({ ...settings, sameDay: undefined }, bankFlow, today, now),
    payments: [payment],
  });
  const batches = [
    batchOf(testFileBankFlow, prenote('TEST1', '1000000001', 'checking')),
    batchOf('facilityDeposit', prenote('TEST2', '1000000002', 'checking')),
    batchOf('memberReimbursement', prenote('TEST3', '1000000003', 'savings')),
  ];
  return buildNachaFile(settings, nachaBatches(settings, batches), {
    instant: now,
    fileIdModifier: modifierOfTests,
    reference: 'TESTFILE',
  });
}
