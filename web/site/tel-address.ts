export const telAddress = (phone: string): string => `tel:${phone.replaceAll(/[^\d+]/g, '')}`;
