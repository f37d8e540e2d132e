/** A US number as people write it, "(612) 555-0100", that calls when it is pressed; any other number as it is stored. */
export function PhoneText({ number }: { number: string | null | undefined }) {
  if (!number) return '–';
  const shown = number.replace(/^(?:\+?1)?(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
  return <a href={`tel:${number}`}>{shown}</a>;
}
