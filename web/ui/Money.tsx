import { type Cents, showMoney } from '../../shared/money.ts';

/** An amount with two decimals ($1,250.00); an empty amount is read as a dash. */
export const Money = ({ cents }: { cents: Cents | null | undefined }) => (
  <span className="money">{cents === undefined || cents === null ? '–' : showMoney(cents)}</span>
);
