import { defineJob } from '../../jobs/job-kind.ts';
import { paymentListName } from '../../table/keys.ts';
import { pagesOfPayments, paymentIds } from '../lists/payment-list-store.ts';
import { partnerGroup } from '../lists/total-store.ts';
import { dueFacilityPayments, dueMemberPayments } from './due-payments.ts';
import { duesOfLeavers } from './dues-of-leavers.ts';
import { generationInput } from './generation.ts';
import { generationCursor, type GenerationKind } from './generation-cursor.ts';
import { generationStep } from './generation-step.ts';

const previewPage = 40;

type Own = Pick<GenerationKind, 'isShared' | 'due' | 'undue'>;

const generationKind = (kind: 'facility' | 'member', own: Own): GenerationKind => ({
  ...own,
  existing: async (input, partnerId, after) => {
    const pages = pagesOfPayments(kind, { ...input, partnerId }, { after, pageSize: previewPage });
    const page = await pages.next();
    return page.done ? { rows: [], cursor: null } : page.value;
  },
  existingIds: (input, partnerId) => paymentIds(kind, { ...input, partnerId }),
  group: (input, partnerId) => {
    const list = paymentListName(kind, { ...input, partnerId });
    return kind === 'facility' ? { own: partnerGroup(list, partnerId), around: list } : { own: list };
  },
  subject: (input) => paymentListName(kind, input),
});

/** Facility payments: one list for all partners. */
export const facilityGeneration = generationKind('facility', { isShared: true, due: dueFacilityPayments });

/** Member payments: one list per partner. */
export const memberGeneration = generationKind('member', { due: dueMemberPayments, undue: duesOfLeavers });

const generationJob = (kind: GenerationKind) =>
  defineJob({
    input: generationInput,
    cursor: generationCursor,
    // payments and stored state of a range belong to its generation
    step: (context) =>
      generationStep(kind, { ...context, jobId: context.input.generationId ?? context.jobId }),
  });

export const facilityPaymentsJob = generationJob(facilityGeneration);
export const memberPaymentsJob = generationJob(memberGeneration);
