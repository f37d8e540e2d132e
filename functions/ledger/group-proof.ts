import { beginProof, endProof, proveEntry, type GroupProof } from '../../shared/ledger/proof.ts';
import {
  facilityPayments,
  memberDues,
  memberReimbursements,
  partnerDues,
  partnerFees,
} from '../../shared/payments/payment-status.ts';
import { paymentIdOf } from '../../shared/payments/payment-id.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { programPaymentTypes } from '../../shared/programs.ts';
import {
  clubLinesOf,
  facilityPaymentsList,
  memberPaymentPages,
} from '../payments/lists/payment-list-store.ts';
import { loadPayments } from '../payments/store.ts';
import { entriesOfGroup, hashOf } from './entry-store.ts';

/** The payment types that the ledger posts. */
export const postedTypes = [
  partnerFees,
  partnerDues,
  facilityPayments,
  memberDues,
  memberReimbursements,
] as const;
type PostedType = (typeof postedTypes)[number];

export interface Group {
  partnerId: string;
  periodId: string;
  paymentTypeId: PostedType;
}

const pageSize = 1000;

/** The payments of a group as their lists have them, a page at a time; of every program payment type. */
export async function* paymentPages(group: Group): AsyncGenerator<Payment[]> {
  const { partnerId, periodId, paymentTypeId } = group;
  if (paymentTypeId === partnerFees || paymentTypeId === partnerDues) {
    const ids = programPaymentTypes.map(({ id: programPaymentTypeId }) =>
      paymentIdOf({ kind: 'partner', programPaymentTypeId, paymentTypeId, partnerId, periodId }),
    );
    yield loadPayments(ids);
    return;
  }
  for (const { id: programPaymentTypeId } of programPaymentTypes) {
    const which = { programPaymentTypeId, paymentTypeId, periodId, partnerId };
    const pages =
      paymentTypeId === facilityPayments
        ? clubLinesOf(facilityPaymentsList(which), partnerId, null, pageSize)
        : memberPaymentPages(which, pageSize);
    for await (const { rows } of pages) yield rows;
  }
}

type Proved = Omit<GroupProof, 'partnerName'>;

/**
 * Proves a group: every entry's hash, chain and balance, and every payment against its entries. What changes between the
 * two readings would look like a difference, so a group that has one is read once more.
 */
export async function proveGroup(group: Group): Promise<Proved> {
  const first = await readGroup(group);
  return first.findingCount === 0 ? first : readGroup(group);
}

async function readGroup(group: Group): Promise<Proved> {
  const state = beginProof();
  let after: string | undefined;
  do {
    const { entries, last } = await entriesOfGroup(group, after, pageSize);
    for (const entry of entries) proveEntry(state, entry, hashOf(entry));
    after = last ?? undefined;
  } while (after);
  const ids = new Set(state.tails.keys());
  for await (const rows of paymentPages(group)) for (const { id } of rows) ids.add(id);
  const { partnerId, paymentTypeId } = group;
  return { partnerId, paymentTypeId, ...endProof(state, await loadPayments([...ids])) };
}
