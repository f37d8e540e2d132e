/** Formats a US number as "(612) 555-0100". Other numbers are unchanged. */
export const phoneText = (number: string): string =>
  number.replace(/^(?:\+?1)?(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');

export const telAddress = (phone: string): string => `tel:${phone.replaceAll(/[^\d+]/g, '')}`;
