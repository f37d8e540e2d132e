/** A US number as people write it, "(612) 555-0100"; any other number as it is stored. */
export const phoneText = (number: string): string =>
  number.replace(/^(?:\+?1)?(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
