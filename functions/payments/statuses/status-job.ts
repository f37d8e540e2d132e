import * as z from 'zod';
import { storedPartnerScope } from '../../../shared/ids.ts';
import { paymentKinds } from '../../../shared/payments/payment.ts';
import { decision } from '../../../shared/payments/status-form.ts';
import { programPaymentTypeId } from '../../../shared/programs.ts';
import { defineJob } from '../../jobs/job-kind.ts';
import { decisionChanges } from './decide.ts';
import { canDecide, matchingPages } from './matching.ts';

/** A payment, its row among the corrected ones, its ledger entry and its event: four of a transaction's 100 items. */
const paymentsInStep = 20;

/** Decides about all payments of a filter, some a step; those that moved on meanwhile are left as they are. */
export const paymentStatusesJob = defineJob({
  input: z.object({
    kind: z.enum(paymentKinds),
    programPaymentTypeId,
    paymentTypeId: z.int(),
    partnerId: storedPartnerScope,
    periodId: z.string(),
    decision,
    reason: z.string(),
  }),
  step: async ({ input, cursor, startedBy, now }) => {
    const pages = matchingPages(input, cursor === '' ? null : cursor, paymentsInStep)[Symbol.asyncIterator]();
    const page = await pages.next();
    const { rows, cursor: next } = page.done ? { rows: [], cursor: null } : page.value;
    const changing = rows.filter((one) => canDecide(one, input, input.decision));
    return {
      changes: changing.flatMap((one) => decisionChanges(one, { ...input, who: startedBy }, now)),
      done: changing.length,
      tally: { changed: changing.length, kept: rows.length - changing.length },
      next,
      message: next === null ? 'The payments are changed.' : 'Changing the payments.',
    };
  },
});
