import { phoneText } from '../../shared/phone-text.ts';

/** A phone number as people write it, that calls when it is pressed. */
export function PhoneText({ number }: { number: string | null | undefined }) {
  if (!number) return '–';
  return <a href={`tel:${number}`}>{phoneText(number)}</a>;
}
