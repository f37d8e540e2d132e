import { periodName } from '../../shared/calendar.ts';
import type { PartnerScope } from '../../shared/ids.ts';
import { monthLabel } from '../../shared/payments/payment-labels.ts';
import { paymentTypeName } from '../../shared/payments/payment-types.ts';
import { programPaymentTypeName, type ProgramPaymentTypeId } from '../../shared/programs.ts';
import { loadPartner } from '../partners/store.ts';
import { loadFeatureFlags } from '../settings/store.ts';

/** What a sheet of payments was narrowed to, in words. */
export interface SheetFilter {
  /** The file's name, without its ending. */
  name: string;
  /** The lines above the table: title first, then a name and its value each. */
  lines: readonly (readonly string[])[];
  /** How the column of the month is called. */
  monthTitle: string;
}

interface FilterInput {
  title: string;
  programPaymentTypeId: ProgramPaymentTypeId;
  paymentTypeId?: number | undefined;
  partnerId?: PartnerScope | undefined;
  /** `yyyymm` of the months, the first and the last. */
  periods: readonly [from: string, to: string];
  correctedOnly?: boolean | undefined;
}

/** Puts a filter into words for a sheet's name and first lines. Refuses a partner that is not there. */
export async function sheetFilter(input: FilterInput): Promise<SheetFilter> {
  const { title, programPaymentTypeId, paymentTypeId, partnerId, periods, correctedOnly } = input;
  const [flags, partner] = await Promise.all([
    loadFeatureFlags(),
    partnerId === undefined || partnerId === 'all' ? undefined : loadPartner(partnerId),
  ]);
  const monthTitle = monthLabel(flags);
  const months = [...new Set(periods)].map(periodName).join(' to ');
  const program = programPaymentTypeName(programPaymentTypeId);
  const type = paymentTypeId === undefined ? [] : [paymentTypeName(paymentTypeId)];
  const partnerName = partner?.name ?? 'All partners';
  const corrected = correctedOnly ? ['Corrected only'] : [];
  return {
    name: [title, months, program, ...type, partnerName, ...corrected].join(' - '),
    lines: [
      [title],
      [monthTitle, months],
      ['Program Payment Type', program],
      ...type.map((name) => ['Payment Type', name]),
      ['Partner', partnerName],
      ...corrected.map((words) => ['Payments shown', words]),
    ],
    monthTitle,
  };
}
