import type { BankFileEntryRow } from '../../shared/bank-files/sent-entry.ts';
import { accountValidations } from '../../shared/bank-files/prenote.ts';
import { memberOfPaymentId } from '../../shared/payments/payment-id.ts';
import { MemberName } from '../app/MemberName.tsx';
import type { Column } from '../ui/table-column.tsx';

export const fileColumns: readonly Column<BankFileEntryRow>[] = [
  {
    key: 'name',
    title: 'Name at the bank',
    render: ({ paymentId, name }) => (
      <MemberName memberId={paymentId && memberOfPaymentId(paymentId)} name={name} />
    ),
  },
  { key: 'lastFour', title: 'Account', render: ({ lastFour }) => `xxxxx${lastFour}` },
  { key: 'amount', title: 'Amount', kind: 'money' },
  { key: 'trace', title: 'Trace number', render: ({ trace }) => <span className="number">{trace}</span> },
];

export const hasValidation = ({ validatedBy }: BankFileEntryRow): boolean => validatedBy !== undefined;

export const validatedColumn: Column<BankFileEntryRow> = {
  key: 'validatedBy',
  title: 'Account validated',
  render: ({ validatedBy }) => accountValidations.find(({ id }) => id === validatedBy)?.name ?? '–',
};

export const markColumn = (
  chosen: readonly string[],
  choose: (traces: readonly string[]) => void,
): Column<BankFileEntryRow> => ({
  key: 'mark',
  title: 'Reverse',
  pinned: 'end',
  render: ({ trace, name }) => (
    <input
      type="checkbox"
      aria-label={`Reverse ${name}, ${trace}`}
      checked={chosen.includes(trace)}
      onChange={({ target }) =>
        choose(target.checked ? [...chosen, trace] : chosen.filter((otherTrace) => otherTrace !== trace))
      }
    />
  ),
});
