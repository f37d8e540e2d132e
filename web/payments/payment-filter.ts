import { partners } from '../../shared/partners/contract.ts';
import { payments } from '../../shared/payments/contract.ts';
import { facilityPayments } from '../../shared/payments/payment-status.ts';
import { periodsOffered } from '../../shared/payments/payment-types.ts';
import { programPaymentTypes, type ProgramPaymentTypeId } from '../../shared/programs.ts';
import { closingSentence } from '../../shared/periods/period.ts';
import { useAddress } from '../app/address.ts';
import { useEndpoint } from '../app/data.ts';
import { usePeriods } from '../periods/periods.ts';
import { useFeatureFlags } from '../settings/use-feature-flags.ts';
import { type PartnerScope } from '../../shared/ids.ts';

/** Which payments the screen shows; everything stands in the address. */
export interface PaymentFilter {
  programPaymentTypeId: ProgramPaymentTypeId;
  paymentTypeId: number;
  partnerId: PartnerScope;
  periodId: string;
}

const typeFrom = (text: string | undefined): ProgramPaymentTypeId =>
  programPaymentTypes.find(({ id }) => String(id) === text)?.id ?? 1;

/** The filter with the lists it is chosen from. `filter` is undefined until the lists have come. */
export function usePaymentFilter(flow: 'partner' | 'facility') {
  const [asked, change] = useAddress('program', 'type', 'partner', 'period', 'corrected', 'job');
  const programPaymentTypeId = typeFrom(asked.program);
  const types = useEndpoint(
    payments.partnerPaymentTypes,
    flow === 'partner' ? { params: { id: programPaymentTypeId } } : null,
  );
  const typeIds = flow === 'partner' ? types.data?.map(({ id }) => id) : [facilityPayments];
  const paymentTypeId = typeIds?.find((id) => String(id) === asked.type) ?? typeIds?.[0];
  const partnerList = useEndpoint(partners.listOfProgramPaymentType, {
    params: { programPaymentTypeId },
    query: {},
  });
  const { flags } = useFeatureFlags();
  const periods = usePeriods(
    // spec 3 §4: without member-paid programs every payment follows from a closed month
    flags.gmrAddProgram ? periodsOffered(programPaymentTypeId, paymentTypeId ?? facilityPayments) : 'closed',
  );
  // the newest closed month: the one after it says when it closes
  const newestClosed = usePeriods('closed').data?.[0]?.id;
  const periodId = periods.data?.find(({ id }) => id === asked.period)?.id ?? periods.data?.[0]?.id;
  const filter: PaymentFilter | undefined =
    paymentTypeId === undefined || periodId === undefined
      ? undefined
      : { programPaymentTypeId, paymentTypeId, partnerId: asked.partner ?? 'all', periodId };
  const failed = [types, partnerList, periods].find(({ error }) => error !== undefined);
  return {
    filter,
    programPaymentTypeId,
    paymentTypeId,
    types: types.data ?? [],
    partners: partnerList.data ?? [],
    periods: periods.data ?? [],
    /** When the month that is chosen closes, or else the next one; undefined until the lists have come. */
    closing: periodId && newestClosed && closingSentence(periodId, newestClosed),
    isOpenMonth: periodId !== undefined && newestClosed !== undefined && periodId > newestClosed,
    correctedOnly: asked.corrected === 'true',
    partnerName: partnerList.data?.find(({ id }) => String(id) === asked.partner)?.name ?? 'all partners',
    /** The generation that is under way or was the last one here. */
    job: asked.job,
    change,
    failed: failed && { error: failed.error, onRetry: failed.reload, retrying: failed.retrying },
  };
}
export type PaymentFilterState = ReturnType<typeof usePaymentFilter>;
