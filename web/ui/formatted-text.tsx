import { type Cents, showMoney } from '../../shared/money.ts';
import { phoneText } from '../../shared/phone-text.ts';

/** An amount with two decimals ($1,250.00); an empty amount is read as a dash. */
export const Money = ({ cents }: { cents: Cents | null | undefined }) => (
  <span className="money">{cents === undefined || cents === null ? '–' : showMoney(cents)}</span>
);

export function PhoneText({ number }: { number: string | null | undefined }) {
  if (!number) return '–';
  return <a href={`tel:${number}`}>{phoneText(number)}</a>;
}

const moment = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Chicago',
  month: '2-digit',
  day: '2-digit',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** '2026-03-09' → '03/09/2026'; an instant also shows its time in Chicago. Other text is unchanged. */
export function showDate(date: string): string {
  const day = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  if (day) return `${day[2]}/${day[3]}/${day[1]}`;
  return /^\d{4}-\d{2}-\d{2}T/.test(date) ? moment.format(new Date(date)) : date;
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
