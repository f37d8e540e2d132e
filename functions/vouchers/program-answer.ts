import type * as z from 'zod';
import { dateInChicago } from '../../shared/calendar.ts';
import {
  sumsOfProgram,
  type voucherProgramAnswer,
  type VoucherProgram,
} from '../../shared/vouchers/voucher-program.ts';
import { loadCounts } from './program-store.ts';

export async function programAnswer(
  program: VoucherProgram,
  now: Date,
): Promise<z.output<typeof voucherProgramAnswer>> {
  const [counts] = await loadCounts([program.id]);
  if (!counts) throw new Error(`no counts of program ${program.id}`);
  return {
    ...program,
    partnerLogoFileName: program.logo?.fileName ?? null,
    sums: sumsOfProgram(program, counts, dateInChicago(now)),
  };
}
