import { partners } from '../../shared/contracts/partners.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { generationTiming } from '../../shared/payments/payment-calendar.ts';
import { type PaymentKind, facilityPayments, partnerReimbursements } from '../../shared/payments/payment.ts';
import { periodsOffered } from '../../shared/payments/payment-types.ts';
import {
  partnerPaid,
  sharedCost,
  isPartnerPaid,
  programPaymentTypes,
  type ProgramPaymentTypeId,
} from '../../shared/programs.ts';
import { closingMessage } from '../../shared/periods/period.ts';
import { useAddress } from '../app/address.ts';
import { useEndpoint } from '../app/data.ts';
import { useFeatureFlags } from '../app/use-feature-flags.ts';
import { usePeriods } from '../periods/periods.ts';
import { type PartnerScope } from '../../shared/ids.ts';

interface PaymentFilter {
  programPaymentTypeId: ProgramPaymentTypeId;
  paymentTypeId: number;
  partnerId: PartnerScope;
  periodId: string;
}

const programsOf = (paymentKind: PaymentKind) =>
  paymentKind === 'member'
    ? programPaymentTypes.filter(({ id }) => !isPartnerPaid({ programPaymentTypeId: id }))
    : programPaymentTypes;
const defaultProgram = (paymentKind: PaymentKind): ProgramPaymentTypeId =>
  paymentKind === 'member' ? sharedCost : partnerPaid;

export function usePaymentFilter(paymentKind: PaymentKind) {
  const [address, change] = useAddress('program', 'type', 'partner', 'period', 'corrected', 'job');
  const programs = programsOf(paymentKind);
  const programPaymentTypeId =
    programs.find(({ id }) => String(id) === address.program)?.id ?? defaultProgram(paymentKind);
  const ofProgram = { params: { id: programPaymentTypeId } };
  const partnerTypes = useEndpoint(
    payments.partnerPaymentTypes,
    paymentKind === 'partner' ? ofProgram : null,
  );
  const memberTypes = useEndpoint(payments.memberPaymentTypes, paymentKind === 'member' ? ofProgram : null);
  const types = paymentKind === 'member' ? memberTypes : partnerTypes;
  const typeIds = paymentKind === 'facility' ? [facilityPayments] : types.data?.map(({ id }) => id);
  const paymentTypeId = typeIds?.find((id) => String(id) === address.type) ?? typeIds?.[0];
  const partnerList = useEndpoint(partners.listOfProgramPaymentType, {
    params: { programPaymentTypeId },
    query: {},
  });
  const { flags, loading: loadingFlags } = useFeatureFlags();
  const periods = usePeriods(
    // spec 3 §4: without member-paid programs every payment depends on a closed month
    flags.gmrAddProgram ? periodsOffered(programPaymentTypeId, paymentTypeId ?? facilityPayments) : 'closed',
  );
  // the month after the newest closed one includes its closing date
  const closed = usePeriods('closed');
  const newestClosed = closed.data?.[0]?.id;
  // until both are loaded, the default month and whether it is open are unknown
  const isLoaded = !loadingFlags && closed.data !== undefined;
  const periodId = periods.data?.find(({ id }) => id === address.period)?.id ?? periods.data?.[0]?.id;
  // member payments are shown by partner; other kinds start with all partners
  const partnerId = address.partner ?? (paymentKind === 'member' ? undefined : 'all');
  const filter: PaymentFilter | undefined =
    !isLoaded || paymentTypeId === undefined || periodId === undefined || partnerId === undefined
      ? undefined
      : { programPaymentTypeId, paymentTypeId, partnerId, periodId };
  const failed = [types, partnerList, periods, closed].find(({ error }) => error !== undefined);
  return {
    flow: paymentKind,
    filter,
    periodId,
    /** True if only the partner is missing. */
    needsPartner: partnerId === undefined,
    programs,
    programPaymentTypeId,
    paymentTypeId,
    types: types.data ?? [],
    partners: partnerList.data ?? [],
    periods: periods.data ?? [],
    closing: closingOf(programPaymentTypeId, paymentTypeId ?? facilityPayments, periodId, newestClosed),
    isOpenMonth: periodId !== undefined && newestClosed !== undefined && periodId > newestClosed,
    isSummary: paymentTypeId === partnerReimbursements,
    correctedOnly: address.corrected === 'true',
    partnerName: partnerList.data?.find(({ id }) => String(id) === address.partner)?.name ?? 'all partners',
    job: address.job,
    change,
    failed: failed && { error: failed.error, onRetry: failed.reload, retrying: failed.retrying },
  };
}
export type PaymentFilterState = ReturnType<typeof usePaymentFilter>;

/** Returns the months of a partner's page: a range in the address, by default the last six closed months. */
export function useMonthRange() {
  const [{ from, to }, change] = useAddress('from', 'to');
  const periods = usePeriods('until current');
  const closed = usePeriods('closed');
  const periodIdTo = to ?? closed.data?.[0]?.id;
  const periodIdFrom = from ?? closed.data?.[5]?.id;
  return {
    periodIdFrom,
    periodIdTo,
    isBackwards: periodIdFrom !== undefined && periodIdTo !== undefined && periodIdTo < periodIdFrom,
    months: (periods.data ?? []).map(({ id, yearMonth }) => ({ id, name: yearMonth })),
    change,
    failed: [periods, closed].find(({ error }) => error !== undefined),
  };
}

/** Returns the value of a complete filter. Throws otherwise. */
export function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the filter is not complete');
  return value;
}

/** Returns when the selected month, or otherwise the next one, closes. Undefined until the options are loaded. */
const closingOf = (
  programPaymentTypeId: ProgramPaymentTypeId,
  paymentTypeId: number,
  periodId: string | undefined,
  newestClosed: string | undefined,
): string | undefined =>
  generationTiming(programPaymentTypeId, paymentTypeId) === 'closed' && periodId && newestClosed
    ? closingMessage(periodId, newestClosed)
    : undefined;
