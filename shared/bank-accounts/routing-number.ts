import * as z from 'zod';

const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1];

export const invalidRoutingNumber = 'The Routing Number field is invalid.';

/** Returns the ninth digit of a routing number (ABA weights 3-7-1, mod 10). */
export function routingCheckDigit(firstEight: string): number {
  let sum = 0;
  for (let index = 0; index < 8; index += 1) {
    sum += (firstEight.charCodeAt(index) - 48) * (weights[index] ?? 0);
  }
  return (10 - (sum % 10)) % 10;
}

/** Returns true for nine digits, not all zero, with a weighted sum that ends in 0. */
export function isRoutingNumber(text: string): boolean {
  if (text.length !== 9) return false;
  let sum = 0;
  for (let index = 0; index < 9; index += 1) {
    const digit = text.charCodeAt(index) - 48;
    if (digit < 0 || digit > 9) return false;
    sum += digit * (weights[index] ?? 0);
  }
  return sum > 0 && sum % 10 === 0;
}

export const routingNumber = z.string().refine(isRoutingNumber, invalidRoutingNumber);
