/** Returns the tel: address for a phone number in any format. */
export const telAddress = (phone: string): string => `tel:${phone.replaceAll(/[^\d+]/g, '')}`;
