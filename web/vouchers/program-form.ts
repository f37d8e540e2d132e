import type * as z from 'zod';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { plainDollars } from '../../shared/money.ts';
import type { vouchers } from '../../shared/contracts/vouchers.ts';
import {
  maxLogoBytes,
  logoEndings,
  logoTooLarge,
  logoWrongKind,
  newVoucherProgramId,
  voucherProgramForm,
} from '../../shared/vouchers/voucher-program.ts';
import { toWire } from '../../shared/wire-names.ts';
import { CallError } from '../platform/call-error.ts';
import { fileField } from '../ui/file-field.ts';

export type Program = ResponseOf<typeof vouchers.program>;

/** The program's form with the selected logo, validated by name and size before it is sent. */
export const programFormWithLogo = voucherProgramForm.safeExtend({
  partnerLogoFile: fileField({
    label: 'Partner Logo',
    accept: logoEndings,
    maxBytes: maxLogoBytes,
    tooLarge: logoTooLarge,
    wrongKind: logoWrongKind,
    required: false,
  }),
});
export type ProgramInput = z.input<typeof programFormWithLogo>;

export const newProgram = (partnerId: string): Partial<ProgramInput> => ({
  id: newVoucherProgramId,
  partnerId,
  displayName: '',
  redemptionValue: '',
  startDate: '',
  endDate: '',
});

export const programInput = (program: Program): Partial<ProgramInput> => ({
  id: program.id,
  partnerId: program.partnerId,
  displayName: program.displayName,
  redemptionValue: plainDollars(program.redemptionValue),
  startDate: program.startDate,
  endDate: program.endDate,
  partnerLogoFileName: program.partnerLogoFileName,
  version: program.version,
});

/** Returns the request of a form: its fields as JSON, and the logo (spec 2 §7). */
export function requestOf({ partnerLogoFile, ...input }: ProgramInput) {
  const files: Record<string, File> = partnerLogoFile ? { partnerLogoFile } : {};
  return { request: { body: { voucherProgram: JSON.stringify(toWire(voucherProgramForm, input)) } }, files };
}

export function atFields(error: unknown): unknown {
  if (!(error instanceof CallError)) return error;
  const { status, message, requestId, fields } = error;
  const own = Object.entries(fields).map(([path, text]) => [path.replace(/^voucherProgram\./, ''), text]);
  return new CallError({ status, message, requestId, fields: Object.fromEntries(own) });
}
