import { codeLength, codeSymbols } from '../../shared/vouchers/voucher-code.ts';
import { randomBytes } from '../platform/time-and-chance.ts';

/** A voucher's code: drawn, not derived from anything. A byte has each of the 32 symbols eight times, so all are alike. */
export const newVoucherCode = (): string =>
  Array.from(randomBytes(codeLength), (byte) => codeSymbols[byte % codeSymbols.length]).join('');
