import * as z from 'zod';
import { isCorrected } from '../../shared/payments/correction.ts';
import { facilityPayments } from '../../shared/payments/payment.ts';
import { programPaymentTypeId } from '../../shared/programs.ts';
import type { SheetSource } from '../files/sheet-source.ts';
import {
  paymentsOfAllMembers,
  totalsOfAllMembers,
  countOfPayments,
  everyPayment,
  facilityPaymentsList,
  memberPaymentsList,
  partnerPaymentsList,
} from './lists/payment-list-store.ts';
import { paymentOfPartner } from './lists/payment-page-store.ts';
import { singlePage, paymentsSheet } from './lists/payment-sheets.ts';
import { sheetFilter } from './sheet-filter.ts';

const month = { programPaymentTypeId, periodId: z.string() };
const narrowed = { partnerId: z.string(), showCorrectedOnly: z.boolean().optional() };

const partnerInput = z.object({ ...month, ...narrowed, paymentTypeId: z.int() });

/** Returns the sheet of a month's partner payments, for all partners or one (at most one payment). */
export async function partnerPaymentsSheet(sent: z.input<typeof partnerInput>): Promise<SheetSource> {
  const input = partnerInput.parse(sent);
  const { periodId, partnerId, showCorrectedOnly: correctedOnly } = input;
  const filter = await sheetFilter({
    ...input,
    title: 'Partner payments',
    periods: [periodId, periodId],
    correctedOnly,
  });
  if (partnerId !== 'all') {
    const payment = await paymentOfPartner(input, partnerId);
    return paymentsSheet(
      filter,
      'partner',
      singlePage(payment && (!correctedOnly || isCorrected(payment)) ? [payment] : []),
    );
  }
  const list = partnerPaymentsList(input);
  return paymentsSheet(filter, 'partner', {
    atMost: await countOfPayments(list),
    pages: (after) =>
      everyPayment(list, { partnerId, showCorrectedOnly: correctedOnly }, 'partnerNumber', { after }),
  });
}

const facilityInput = z.object({ ...month, ...narrowed });

/** Returns the sheet of a month's facility payments, for all partners or one. */
export async function facilityPaymentsSheet(sent: z.input<typeof facilityInput>): Promise<SheetSource> {
  const input = facilityInput.parse(sent);
  const { periodId, partnerId, showCorrectedOnly } = input;
  const list = facilityPaymentsList(input);
  const filter = await sheetFilter({
    ...input,
    title: 'Facility payments',
    paymentTypeId: facilityPayments,
    periods: [periodId, periodId],
    correctedOnly: showCorrectedOnly,
  });
  return paymentsSheet(filter, 'facility', {
    atMost: await countOfPayments(list),
    pages: (after) => everyPayment(list, { partnerId, showCorrectedOnly }, 'facilityNumber', { after }),
  });
}

const memberInput = z.object({ ...month, paymentTypeId: z.int(), partnerId: z.string() });

/** Returns the sheet of a month's dues or reimbursements, for all partners or one. */
export async function memberPaymentsSheet(sent: z.input<typeof memberInput>): Promise<SheetSource> {
  const input = memberInput.parse(sent);
  const { partnerId, periodId } = input;
  const filter = await sheetFilter({ ...input, title: 'Member payments', periods: [periodId, periodId] });
  if (partnerId === 'all')
    return paymentsSheet(filter, 'member', {
      atMost: (await totalsOfAllMembers(input)).lines,
      pages: (after) => paymentsOfAllMembers(input, after),
    });
  const list = memberPaymentsList(input);
  return paymentsSheet(filter, 'member', {
    atMost: await countOfPayments(list),
    pages: (after) => everyPayment(list, { partnerId }, 'memberFullName', { after }),
  });
}
