import { partners } from '../../shared/contracts/partners.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { generationTiming } from '../../shared/payments/payment-calendar.ts';
import type { PaymentKind } from '../../shared/payments/payment.ts';
import { facilityPayments, partnerReimbursements } from '../../shared/payments/payment-status.ts';
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
import { usePeriods } from '../periods/periods.ts';
import { useFeatureFlags } from '../app/use-feature-flags.ts';
import { type PartnerScope } from '../../shared/ids.ts';

interface PaymentFilter {
  programPaymentTypeId: ProgramPaymentTypeId;
  paymentTypeId: number;
  partnerId: PartnerScope;
  periodId: string;
}

const programsOf = (flow: PaymentKind) =>
  flow === 'member'
    ? programPaymentTypes.filter(({ id }) => !isPartnerPaid({ programPaymentTypeId: id }))
    : programPaymentTypes;
const usualProgram = (flow: PaymentKind): ProgramPaymentTypeId =>
  flow === 'member' ? sharedCost : partnerPaid;

export function usePaymentFilter(flow: PaymentKind) {
  const [asked, change] = useAddress('program', 'type', 'partner', 'period', 'corrected', 'job');
  const programs = programsOf(flow);
  const programPaymentTypeId =
    programs.find(({ id }) => String(id) === asked.program)?.id ?? usualProgram(flow);
  const ofProgram = { params: { id: programPaymentTypeId } };
  const partnerTypes = useEndpoint(payments.partnerPaymentTypes, flow === 'partner' ? ofProgram : null);
  const memberTypes = useEndpoint(payments.memberPaymentTypes, flow === 'member' ? ofProgram : null);
  const types = flow === 'member' ? memberTypes : partnerTypes;
  const typeIds = flow === 'facility' ? [facilityPayments] : types.data?.map(({ id }) => id);
  const paymentTypeId = typeIds?.find((id) => String(id) === asked.type) ?? typeIds?.[0];
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
  const isKnown = !loadingFlags && closed.data !== undefined;
  const periodId = periods.data?.find(({ id }) => id === asked.period)?.id ?? periods.data?.[0]?.id;
  // member payments are shown by partner; other kinds start with all partners
  const partnerId = asked.partner ?? (flow === 'member' ? undefined : 'all');
  const filter: PaymentFilter | undefined =
    !isKnown || paymentTypeId === undefined || periodId === undefined || partnerId === undefined
      ? undefined
      : { programPaymentTypeId, paymentTypeId, partnerId, periodId };
  const failed = [types, partnerList, periods, closed].find(({ error }) => error !== undefined);
  return {
    flow,
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
    correctedOnly: asked.corrected === 'true',
    partnerName: partnerList.data?.find(({ id }) => String(id) === asked.partner)?.name ?? 'all partners',
    job: asked.job,
    change,
    failed: failed && { error: failed.error, onRetry: failed.reload, retrying: failed.retrying },
  };
}
export type PaymentFilterState = ReturnType<typeof usePaymentFilter>;

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
