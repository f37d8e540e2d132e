import { isValidPhoneNumber } from 'libphonenumber-js/max';

/** Can this number be called? Without a country code it is read as a number of the United States. */
export const isCallable = (number: string): boolean => isValidPhoneNumber(number, 'US');
