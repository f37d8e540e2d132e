import type * as z from 'zod';
import { dateInChicago } from '../../shared/calendar.ts';
import {
  sumsOfProgram,
  type voucherProgramResponse,
  type VoucherProgram,
} from '../../shared/vouchers/voucher-program.ts';
import { loadCounts } from './program-store.ts';

export async function programResponse(
  program: VoucherProgram,
  now: Date,
): Promise<z.output<typeof voucherProgramResponse>> {
  const [counts] = await loadCounts([program.id]);
  if (!counts) throw new Error(`no counts of program ${program.id}`);
  return {
    ...program,
    partnerLogoFileName: program.logo?.fileName ?? null,
    sums: sumsOfProgram(program, counts, dateInChicago(now)),
  };
}
