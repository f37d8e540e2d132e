import { type Cents, showMoney } from '../../shared/money.ts';
import { phoneText } from '../../shared/phone-text.ts';
import { showDate } from '../platform/time-and-chance.ts';

export { showDate };

/** An amount with two decimals ($1,250.00); an empty amount is read as a dash. */
export const Money = ({ cents }: { cents: Cents | null | undefined }) => (
  <span className="money">{cents === undefined || cents === null ? '–' : showMoney(cents)}</span>
);

export function PhoneText({ number }: { number: string | null | undefined }) {
  if (!number) return '–';
  return <a href={`tel:${number}`}>{phoneText(number)}</a>;
}

/** A date as specified, MM/DD/YYYY; an empty date is read as a dash. */
export const DateText = ({ date }: { date: string | null | undefined }) =>
  date ? (
    <time className="date" dateTime={date}>
      {showDate(date)}
    </time>
  ) : (
    <span className="date">–</span>
  );
