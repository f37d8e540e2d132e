import { dateInChicago } from '../../shared/calendar.ts';
import { partners } from '../../shared/contracts/partners.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { areDuesLocked, generationTiming, neverSent } from '../../shared/payments/payment-calendar.ts';
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
import { now } from '../platform/time-and-chance.ts';
import { usePeriods } from '../periods/periods.ts';
import { type PartnerScope } from '../../shared/ids.ts';

interface PaymentFilter {
  programPaymentTypeId: ProgramPaymentTypeId;
  paymentTypeId: number;
  partnerId: PartnerScope;
  periodId: string;
}

/** Loads the reason why payments cannot be generated; null while it is unknown. */
function useLock(filter: PaymentFilter | undefined) {
  const isPast = filter !== undefined && areDuesLocked(filter, dateInChicago(now()));
  const { data, ...state } = useEndpoint(payments.memberPaymentsExist, isPast ? { query: filter } : null);
  return { ...state, reason: isPast && !data ? null : data?.locked };
}

const programsOf = (paymentKind: PaymentKind) =>
  paymentKind === 'member'
    ? programPaymentTypes.filter(({ id }) => !isPartnerPaid({ programPaymentTypeId: id }))
    : programPaymentTypes;
const defaultProgram = (paymentKind: PaymentKind): ProgramPaymentTypeId =>
  paymentKind === 'member' ? sharedCost : partnerPaid;

function usePaymentTypes(paymentKind: PaymentKind, programPaymentTypeId: ProgramPaymentTypeId) {
  const ofProgram = { params: { id: programPaymentTypeId } };
  const partnerTypes = useEndpoint(
    payments.partnerPaymentTypes,
    paymentKind === 'partner' ? ofProgram : null,
  );
  const memberTypes = useEndpoint(payments.memberPaymentTypes, paymentKind === 'member' ? ofProgram : null);
  return paymentKind === 'member' ? memberTypes : partnerTypes;
}

const addressNames = ['program', 'type', 'partner', 'period', 'corrected', 'returned', 'job'] as const;

/** Returns which payments of the table, its download, and a decision about all matching ones are left. */
const rowFilterOf = (paymentKind: PaymentKind, address: { corrected?: string; returned?: string }) => ({
  // amounts of members are not corrected
  showCorrectedOnly: paymentKind !== 'member' && address.corrected === 'true',
  showReturnedOnly: address.returned === 'true',
});

export function usePaymentFilter(paymentKind: PaymentKind) {
  const [address, change] = useAddress(...addressNames);
  const programs = programsOf(paymentKind);
  const programPaymentTypeId =
    programs.find(({ id }) => String(id) === address.program)?.id ?? defaultProgram(paymentKind);
  const types = usePaymentTypes(paymentKind, programPaymentTypeId);
  const typeIds = paymentKind === 'facility' ? [facilityPayments] : types.data?.map(({ id }) => id);
  const paymentTypeId = typeIds?.find((id) => String(id) === address.type) ?? typeIds?.[0];
  const partnerList = useEndpoint(partners.listOfProgramPaymentType, {
    params: { programPaymentTypeId },
    query: {},
  });
  const { flags, loading: loadingFlags } = useFeatureFlags();
  const offered = usePeriods(periodsOffered(programPaymentTypeId, paymentTypeId ?? facilityPayments));
  // the month after the newest closed one includes its closing date
  const closed = usePeriods('closed');
  // spec 3 §4: without member-paid programs every payment depends on a closed month. Schedules generate open months
  // nevertheless, and links open their payments.
  const linked = offered.data?.find(({ id }) => id === address.period && id > (closed.data?.[0]?.id ?? id));
  const months = flags.gmrAddProgram ? offered.data : [...(linked ? [linked] : []), ...(closed.data ?? [])];
  const newestClosed = closed.data?.[0]?.id;
  // until all are loaded, the default month and whether it is open are unknown
  const isLoaded = !loadingFlags && closed.data !== undefined && offered.data !== undefined;
  const periodId = months?.find(({ id }) => id === address.period)?.id ?? months?.[0]?.id;
  // member payments are shown by partner; other kinds start with all partners
  const partnerId = address.partner ?? (paymentKind === 'member' ? undefined : 'all');
  const filter: PaymentFilter | undefined =
    !isLoaded || paymentTypeId === undefined || periodId === undefined || partnerId === undefined
      ? undefined
      : { programPaymentTypeId, paymentTypeId, partnerId, periodId };
  const lock = useLock(filter);
  const failed = [types, partnerList, offered, closed, lock].find(({ error }) => error !== undefined);
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
    periods: months ?? [],
    closing: closingOf(programPaymentTypeId, paymentTypeId ?? facilityPayments, periodId, newestClosed),
    isOpenMonth: periodId !== undefined && newestClosed !== undefined && periodId > newestClosed,
    isSummary: paymentTypeId === partnerReimbursements,
    rowFilter: rowFilterOf(paymentKind, address),
    locked: lock.reason,
    partnerName: partnerList.data?.find(({ id }) => String(id) === address.partner)?.name ?? 'all partners',
    job: address.job,
    change,
    failed: failed && { error: failed.error, onRetry: failed.reload, retrying: failed.retrying },
  };
}
export type PaymentFilterState = ReturnType<typeof usePaymentFilter>;

/** Returns the text of an empty list. An alert gives the lock of its month, so that only the reason is here. */
export const noneText = ({ locked, periodId = '' }: PaymentFilterState, text: string): string =>
  locked ? neverSent(periodId) : text;

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
