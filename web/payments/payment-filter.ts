import { partners } from '../../shared/partners/contract.ts';
import { payments } from '../../shared/payments/contract.ts';
import { generationTiming } from '../../shared/payments/payment-calendar.ts';
import type { PaymentKind } from '../../shared/payments/payment.ts';
import { facilityPayments, partnerReimbursements } from '../../shared/payments/payment-status.ts';
import { periodsOffered } from '../../shared/payments/payment-types.ts';
import { programPaymentTypes, type ProgramPaymentTypeId } from '../../shared/programs.ts';
import { closingSentence } from '../../shared/periods/period.ts';
import { useAddress } from '../app/address.ts';
import { useEndpoint } from '../app/data.ts';
import { usePeriods } from '../periods/periods.ts';
import { useFeatureFlags } from '../settings/use-feature-flags.ts';
import { type PartnerScope } from '../../shared/ids.ts';

/** Which payments the screen shows; everything is in the address. */
interface PaymentFilter {
  programPaymentTypeId: ProgramPaymentTypeId;
  paymentTypeId: number;
  partnerId: PartnerScope;
  periodId: string;
}

/** The programs of a kind of payments, the default one apart: members pay or get nothing where the partner pays all. */
const programsOf = (flow: PaymentKind) =>
  flow === 'member' ? programPaymentTypes.filter(({ id }) => id !== 1) : programPaymentTypes;
const usualProgram = (flow: PaymentKind): ProgramPaymentTypeId => (flow === 'member' ? 3 : 1);

/** The filter with the lists it is chosen from. `filter` is undefined until the lists have come. */
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
    // spec 3 §4: without member-paid programs every payment follows from a closed month
    flags.gmrAddProgram ? periodsOffered(programPaymentTypeId, paymentTypeId ?? facilityPayments) : 'closed',
  );
  // the newest closed month: the one after it says when it closes
  const closed = usePeriods('closed');
  const newestClosed = closed.data?.[0]?.id;
  // before these have come a month may be another one, or open without anybody knowing
  const isKnown = !loadingFlags && closed.data !== undefined;
  const periodId = periods.data?.find(({ id }) => id === asked.period)?.id ?? periods.data?.[0]?.id;
  // members' payments are looked at partner by partner; the others begin with all of them
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
    /** Everything but the partner is chosen: this is what a person has to do next. */
    needsPartner: partnerId === undefined,
    programs,
    programPaymentTypeId,
    paymentTypeId,
    types: types.data ?? [],
    partners: partnerList.data ?? [],
    periods: periods.data ?? [],
    closing: closingOf(programPaymentTypeId, paymentTypeId ?? facilityPayments, periodId, newestClosed),
    isOpenMonth: periodId !== undefined && newestClosed !== undefined && periodId > newestClosed,
    /** The sum of what goes by paycheck: it is neither generated nor sent by itself. */
    isSummary: paymentTypeId === partnerReimbursements,
    correctedOnly: asked.corrected === 'true',
    partnerName: partnerList.data?.find(({ id }) => String(id) === asked.partner)?.name ?? 'all partners',
    /** The generation that is under way or was the last one here. */
    job: asked.job,
    change,
    failed: failed && { error: failed.error, onRetry: failed.reload, retrying: failed.retrying },
  };
}
export type PaymentFilterState = ReturnType<typeof usePaymentFilter>;

/** What a press needs that is offered only once the filter is complete. */
export function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the filter is not complete');
  return value;
}

/** When the month that is chosen closes, or else the next one; of payments that wait for it, once the lists have come. */
const closingOf = (
  programPaymentTypeId: ProgramPaymentTypeId,
  paymentTypeId: number,
  periodId: string | undefined,
  newestClosed: string | undefined,
): string | undefined =>
  generationTiming(programPaymentTypeId, paymentTypeId) === 'closed' && periodId && newestClosed
    ? closingSentence(periodId, newestClosed)
    : undefined;
