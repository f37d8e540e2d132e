import * as fc from 'fast-check';
import type { BankPayment, FlowBatch } from '../../shared/bank-files/bank-flows.ts';
import { bankFlows } from '../../shared/bank-files/bank-flow-table.ts';
import { bankSettings, type BankSettings } from '../../shared/bank-files/bank-settings.ts';
import { routingCheckDigit } from '../../shared/bank-accounts/routing-number.ts';

export const settings: BankSettings = bankSettings.parse({
  destination: '231380104',
  destinationName: 'First Bank',
  origin: '1234567890',
  originName: 'Wellport',
  companyName: 'Wellport',
  companyId: '1234567890',
  odfi: '121042882',
});

export const balancedSettings: BankSettings = {
  ...settings,
  offsetAccount: { routingNumber: '121042882', accountNumber: '998877665', accountType: 'checking' },
};

export const moment = { instant: new Date('2026-11-20T18:05:00Z'), fileIdModifier: 'A' };

export const line = (change: Partial<BankPayment> = {}): BankPayment => ({
  key: 'PAY01',
  name: 'Anna Miller',
  routingNumber: '231380104',
  accountNumber: '12345678',
  accountType: 'checking',
  amount: 2500,
  ...change,
});

export const payments = (count: number): BankPayment[] =>
  Array.from({ length: count }, (_, index) => line({ key: `PAY${index}`, amount: 100 + index }));

export const batch = (change: Partial<FlowBatch> = {}): FlowBatch => ({
  bankFlow: 'memberDues',
  effectiveDate: '2026-12-01',
  payments: [line()],
  ...change,
});

export const someRoutingNumber = fc
  .integer({ min: 1_000_000, max: 99_999_999 })
  .map((number) => String(number).padStart(8, '0'))
  .map((eight) => eight + routingCheckDigit(eight));

const someLine: fc.Arbitrary<BankPayment> = fc.record({
  key: fc.stringMatching(/^[0-9A-Z]{1,15}$/),
  name: fc
    .oneof(fc.string({ minLength: 1, unit: 'grapheme' }), fc.constant('Zoë Nuñez'))
    .map((name) => `N${name}`),
  routingNumber: someRoutingNumber,
  accountNumber: fc.stringMatching(/^\d{4,17}$/),
  accountType: fc.constantFrom('checking', 'savings'),
  amount: fc.integer({ min: 1, max: 99_999_999 }),
  remittance: fc.option(fc.stringMatching(/^[!-~][ -~]{0,78}[!-~]$/), { nil: undefined }),
});

const prenoteSometimes = fc
  .tuple(someLine, fc.boolean())
  .map(([some, prenote]) => (prenote ? { ...some, prenote, amount: 0 } : some));

export const someBatches: fc.Arbitrary<FlowBatch[]> = fc.array(
  fc.record({
    bankFlow: fc.constantFrom(...bankFlows),
    effectiveDate: fc.constantFrom('2026-11-23', '2026-12-01', '2027-01-04'),
    sameDayAt: fc.constantFrom(undefined, '1300'),
    retry: fc.boolean(),
    payments: fc.array(prenoteSometimes, { minLength: 1, maxLength: 12 }),
  }),
  { minLength: 1, maxLength: 5 },
);
