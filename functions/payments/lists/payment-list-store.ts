import type { Payment } from '../../../shared/payments/payment.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { normalized } from '../../table/entity.ts';
import { allPartners } from '../../partners/store.ts';
import { keys, lists } from '../../table/keys.ts';
import { rowKeysOfList } from '../../table/list-keys.ts';
import { countOf, pagesOfList, type List } from '../../table/list.ts';
import { correctedOnly, partnerPrefix, paymentColumns, paymentsList } from '../store.ts';
import { type PartnerScope } from '../../../shared/ids.ts';
import { partnerGroup } from './total-store.ts';

/** Which payments a list shows: one program payment type, payment type and period. */
export interface PaymentsOf {
  programPaymentTypeId: number;
  paymentTypeId: number;
  periodId: string;
}

export const partnerPaymentsList = ({ programPaymentTypeId, paymentTypeId, periodId }: PaymentsOf) =>
  paymentsList('partner', lists.partnerPayments(programPaymentTypeId, paymentTypeId, periodId));

export const facilityPaymentsList = ({ programPaymentTypeId, periodId }: Omit<PaymentsOf, 'paymentTypeId'>) =>
  paymentsList('facility', lists.facilityPayments(programPaymentTypeId, periodId));

export const memberPaymentsList = ({
  programPaymentTypeId,
  paymentTypeId,
  periodId,
  partnerId,
}: PaymentsOf & { partnerId: string }) =>
  paymentsList('member', lists.memberPayments(programPaymentTypeId, paymentTypeId, partnerId, periodId));

/** How many payments a list has, whatever filter narrows it: one counter. */
export const countOfPayments = ({ name }: { name: string }): Promise<number> => countOf(name);

/** True when the month has facility payments of the partner, or of any when all are meant. */
export async function hasFacilityPayments(
  asked: Omit<PaymentsOf, 'paymentTypeId'> & { partnerId: PartnerScope },
): Promise<boolean> {
  const { name } = facilityPaymentsList(asked);
  return (await countOf(asked.partnerId === 'all' ? name : partnerGroup(name, asked.partnerId))) > 0;
}

/** True when the partner's members have payments of the month, or those of any partner when all are meant. */
export async function hasMemberPayments(asked: PaymentsOf & { partnerId: PartnerScope }): Promise<boolean> {
  const isThere = async (partnerId: string) =>
    (await countOf(memberPaymentsList({ ...asked, partnerId }).name)) > 0;
  if (asked.partnerId !== 'all') return isThere(asked.partnerId);
  for await (const { id } of allPartners()) if (await isThere(id)) return true;
  return false;
}

/** What narrows a list of payments down. */
export interface PaymentsFilter {
  partnerId: PartnerScope;
  showCorrectedOnly?: boolean | undefined;
}

/** The facility payments of one partner, page after page, in the order of their clubs; for work that must see all. */
export const clubLinesOf = <One extends Payment>(
  list: List<One>,
  partnerId: string,
  after: string | null,
  pageSize: number,
) =>
  pagesOfList(list, 'partner facilityNumber', {
    beginsWith: normalized(partnerPrefix(partnerId)),
    pageSize,
    ...(after !== null && { after }),
  });

/** The ids of the facility payments of one partner. */
export const idsOfClubLines = <One extends Payment>(
  list: List<One>,
  partnerId: string,
): AsyncGenerator<string> =>
  idsFrom(rowKeysOfList(list, 'partner facilityNumber', normalized(partnerPrefix(partnerId))));

/** The payments of a partner's members, page after page, in the order of their names; for work that must see all. */
export const memberPaymentPages = (
  of: PaymentsOf & { partnerId: string },
  pageSize: number,
  after: string | null = null,
) => pagesOfList(memberPaymentsList(of), 'memberFullName', { pageSize, ...(after !== null && { after }) });

/** The ids of the payments of a partner's members. */
export const idsOfMemberPayments = (of: PaymentsOf & { partnerId: string }): AsyncGenerator<string> =>
  idsFrom(rowKeysOfList(memberPaymentsList(of), 'memberFullName'));

async function* idsFrom(rowKeys: AsyncGenerator<string>): AsyncGenerator<string> {
  const prefix = keys.payment('').pk;
  for await (const key of rowKeys) yield key.slice(prefix.length);
}

/** Every payment of a list that the filter lets through, a page at a time; `after` goes on behind a page's cursor. */
export async function* everyPayment<One extends Payment>(
  list: List<One>,
  filter: PaymentsFilter,
  column: string,
  { after = null, pageSize }: { after?: string | null; pageSize?: number } = {},
): AsyncGenerator<{ rows: One[]; cursor: string | null }> {
  const isPartOfList = filter.partnerId !== 'all' && list.columns.includes(`partner ${column}`);
  const shown = filter.showCorrectedOnly ? correctedOnly(list) : list;
  yield* pagesOfList(shown, isPartOfList ? `partner ${column}` : column, {
    ...(isPartOfList && { beginsWith: normalized(partnerPrefix(filter.partnerId)) }),
    ...(after !== null && { after }),
    ...(pageSize !== undefined && { pageSize }),
  });
}

/** Sorting within a partner goes by the columns that have an order of their own there. */
export function columnWithinPartner(sortBy: string | undefined): string {
  const column = `partner ${sortBy ?? 'facilityNumber'}`;
  if (paymentColumns.facility.some((known) => known === column)) return column;
  if (sortBy === 'partnerNumber' || sortBy === 'partnerName') return 'partner facilityNumber';
  throw new Refusal('invalid', 'This list cannot be sorted by this column.', 'sortBy');
}
