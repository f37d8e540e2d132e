import { periodName } from '../../shared/calendar.ts';
import type { PartnerScope } from '../../shared/ids.ts';
import { monthLabel } from '../../shared/settings/feature-flags.ts';
import { paymentTypeName } from '../../shared/payments/payment-types.ts';
import { programPaymentTypeName, type ProgramPaymentTypeId } from '../../shared/programs.ts';
import { loadPartner } from '../partners/store.ts';
import { loadFeatureFlags } from '../settings/store.ts';

export interface SheetFilter {
  /** The file name without extension. */
  name: string;
  /** The lines above the table: the title, then names with values. */
  lines: readonly (readonly string[])[];
  /** The header of the month column. */
  monthTitle: string;
  isOfAllPartners: boolean;
}

interface FilterInput {
  title: string;
  programPaymentTypeId: ProgramPaymentTypeId;
  paymentTypeId?: number | undefined;
  partnerId?: PartnerScope | undefined;
  /** `yyyymm` */
  periods: readonly [from: string, to: string];
  /** The names of filters to a part of the payments. */
  rowFilters?: readonly string[];
}

/** Describes a filter in a sheet's name and first lines. Refuses an unknown partner. */
export async function sheetFilter(input: FilterInput): Promise<SheetFilter> {
  const { title, programPaymentTypeId, paymentTypeId, partnerId, periods, rowFilters = [] } = input;
  const [flags, partner] = await Promise.all([
    loadFeatureFlags(),
    partnerId === undefined || partnerId === 'all' ? undefined : loadPartner(partnerId),
  ]);
  const monthTitle = monthLabel(flags);
  const months = [...new Set(periods)].map(periodName).join(' to ');
  const program = programPaymentTypeName(programPaymentTypeId);
  const type = paymentTypeId === undefined ? [] : [paymentTypeName(paymentTypeId)];
  const partnerName = partner?.name ?? 'All partners';
  return {
    name: [title, months, program, ...type, partnerName, ...rowFilters].join(' - '),
    lines: [
      [title],
      [monthTitle, months],
      ['Program Payment Type', program],
      ...type.map((name) => ['Payment Type', name]),
      ['Partner', partnerName],
      ...(rowFilters.length > 0 ? [['Payments shown', rowFilters.join(', ')]] : []),
    ],
    monthTitle,
    isOfAllPartners: !partner,
  };
}
