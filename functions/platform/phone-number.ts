import { isValidPhoneNumber } from 'libphonenumber-js/max';

/** Reports whether a number is valid; without a country code it is a number of the United States. */
export const isCallable = (number: string): boolean => isValidPhoneNumber(number, 'US');
