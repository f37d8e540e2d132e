import { codeLength, codeSymbols } from '../../shared/vouchers/voucher-code.ts';
import { randomBytes } from '../platform/time-and-chance.ts';

/** Returns a random voucher code. 256 is a multiple of 32, so all symbols are equally likely. */
export const newVoucherCode = (): string =>
  Array.from(randomBytes(codeLength), (byte) => codeSymbols[byte % codeSymbols.length]).join('');
