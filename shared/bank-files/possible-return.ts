import { bankFlowTable, type BankFlow } from './bank-flow-table.ts';

/** Original entries that a return code permits (Nacha Operating Rules, appendix four); other codes permit all. */
interface Permitted {
  direction: 'debit' | 'credit';
  classes?: readonly string[];
  isPrenote?: false;
}

const consumerDebit: Permitted = { direction: 'debit', classes: ['PPD', 'WEB'] };
const anyDebit: Permitted = { direction: 'debit' };
const corporateDebit: Permitted = { direction: 'debit', classes: ['CCD'] };
const fundedDebit: Permitted = { direction: 'debit', isPrenote: false };

const permitted: Readonly<Record<string, Permitted>> = {
  R01: fundedDebit,
  R05: corporateDebit,
  R07: consumerDebit,
  R08: anyDebit,
  R09: fundedDebit,
  R10: consumerDebit,
  R11: anyDebit,
  R23: { direction: 'credit' },
  // members can use accounts of companies
  R29: anyDebit,
  R31: corporateDebit,
};

const opposite = { debit: 'credit', credit: 'debit' } as const;

/** Returns why the original entry cannot have been returned with this code; undefined if it can. */
export function impossibleReturn(
  code: string,
  { bankFlow, purpose }: { bankFlow: BankFlow; purpose?: 'reversal' | 'prenote' | undefined },
): string | undefined {
  const rule = permitted[code];
  if (!rule) return undefined;
  const { direction, entryClasses } = bankFlowTable[bankFlow];
  const actual = purpose === 'reversal' ? opposite[direction] : direction;
  if (rule.direction !== actual)
    return `${code} is a return code of ${rule.direction}s, but we sent a ${actual}.`;
  if (rule.isPrenote === false && purpose === 'prenote')
    return `${code} is not a return code of prenotes, and we sent a prenote.`;
  if (rule.classes && !entryClasses.some((entryClass) => rule.classes?.includes(entryClass)))
    return `${code} is a return code of ${rule.classes.join(' and ')} entries, but we sent ${entryClasses.join(' or ')}.`;
  return undefined;
}
