/** Returns the tel: address for a phone number in any format. */
export const dialled = (phone: string): string => `tel:${phone.replaceAll(/[^\d+]/g, '')}`;
