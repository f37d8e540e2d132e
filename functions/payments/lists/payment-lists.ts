import type { Page } from '../../../shared/page.ts';
import type { Payment } from '../../../shared/payments/payment.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { normalised } from '../../table/entity.ts';
import { lists } from '../../table/keys.ts';
import { listOf, pageOfList, pagesOfList, type List, type ListQuery } from '../../table/list.ts';
import {
  correctedWord,
  facilityPaymentColumns,
  memberPaymentColumns,
  partnerPaymentColumns,
  partnerPrefix,
  paymentEntity,
} from '../store.ts';
import { type PartnerScope } from '../../../shared/ids.ts';

/** Which payments a list shows: one program payment type, payment type and period. */
export interface PaymentsOf {
  programPaymentTypeId: number;
  paymentTypeId: number;
  periodId: string;
}

export const partnerPaymentsList = ({ programPaymentTypeId, paymentTypeId, periodId }: PaymentsOf) =>
  listOf(
    lists.partnerPayments(programPaymentTypeId, paymentTypeId, periodId),
    partnerPaymentColumns,
    paymentEntity,
  );

export const facilityPaymentsList = ({ programPaymentTypeId, periodId }: Omit<PaymentsOf, 'paymentTypeId'>) =>
  listOf(lists.facilityPayments(programPaymentTypeId, periodId), facilityPaymentColumns, paymentEntity);

export const memberPaymentsList = ({
  programPaymentTypeId,
  paymentTypeId,
  periodId,
  partnerId,
}: PaymentsOf & { partnerId: string }) =>
  listOf(
    lists.memberPayments(programPaymentTypeId, paymentTypeId, partnerId, periodId),
    memberPaymentColumns,
    paymentEntity,
  );

/** What narrows a list of payments down. */
export interface PaymentsFilter {
  partnerId: PartnerScope;
  showCorrectedOnly?: boolean | undefined;
}

/** A page of the corrected payments of a list: found by the word they carry, so the others cost nothing. */
export const correctedPage = (
  list: List<Payment>,
  partnerId: PartnerScope,
  asked: ListQuery,
): Promise<Page<Payment>> =>
  pageOfList(list, { ...asked, sortBy: undefined, sortOrder: undefined, filter: correctedWord(partnerId) });

/** The facility payments of one partner, page after page, in the order of their clubs; for work that must see all. */
export const clubLinesOf = (list: List<Payment>, partnerId: string, after: string | null, pageSize: number) =>
  pagesOfList(list, 'partner facilityNumber', {
    beginsWith: normalised(partnerPrefix(partnerId)),
    pageSize,
    ...(after !== null && { after }),
  });

/** Every payment of a list that the filter lets through, a page at a time; `after` goes on behind a page's cursor. */
export async function* everyPayment(
  list: List<Payment>,
  filter: PaymentsFilter,
  column: string,
  after: string | null = null,
): AsyncGenerator<{ rows: Payment[]; cursor: string | null }> {
  if (filter.showCorrectedOnly) {
    let cursor = after;
    do {
      const page: Page<Payment> = await correctedPage(list, filter.partnerId, {
        pageSize: 100,
        ...(cursor !== null && { cursor }),
      });
      cursor = page.nextCursor;
      yield { rows: page.items, cursor };
    } while (cursor !== null);
    return;
  }
  const isPartOfList = filter.partnerId !== 'all' && list.columns.includes(`partner ${column}`);
  yield* pagesOfList(list, isPartOfList ? `partner ${column}` : column, {
    ...(isPartOfList && { beginsWith: normalised(partnerPrefix(filter.partnerId)) }),
    ...(after !== null && { after }),
  });
}

/** Sorting within a partner goes by the columns that have an order of their own there. */
export function columnWithinPartner(sortBy: string | undefined): string {
  const column = `partner ${sortBy ?? 'facilityNumber'}`;
  if ((facilityPaymentColumns as readonly string[]).includes(column)) return column;
  if (sortBy === 'partnerNumber' || sortBy === 'partnerName') return 'partner facilityNumber';
  throw new Refusal('invalid', `The list cannot be sorted by ${sortBy}.`, 'sortBy');
}
