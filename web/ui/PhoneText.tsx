import { phoneText } from '../../shared/phone-text.ts';

export function PhoneText({ number }: { number: string | null | undefined }) {
  if (!number) return '–';
  return <a href={`tel:${number}`}>{phoneText(number)}</a>;
}
