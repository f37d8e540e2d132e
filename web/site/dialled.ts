/** The address that dials a number, however the number is written. */
export const dialled = (phone: string): string => `tel:${phone.replaceAll(/[^\d+]/g, '')}`;
