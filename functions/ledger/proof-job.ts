import * as z from 'zod';
import { addBalances, balances } from '../../shared/ledger/ledger-entry.ts';
import { addSums, noSums, proofSums } from '../../shared/ledger/proof.ts';
import { defineJob, type StepResult } from '../jobs/job-kind.ts';
import { pageOfPartners } from '../partners/store.ts';
import { log } from '../platform/log.ts';
import { beginGroup, groupPlace, postedTypes, proofLimits, proofOf, provePart } from './group-proof.ts';
import { beginSealing, sealing, sealNext } from './month-seal.ts';
import { findSeal, groupProofKept, monthProofKept } from './proof-store.ts';

/** Job position: after a partner, in the next partner, or in the comparison with the seal. */
const place = z.object({
  partners: z.string().nullable(),
  /** Current partner and progress: proved types and the next part; `after` is the cursor after the partner. */
  inside: z
    .object({
      partnerId: z.string(),
      partnerName: z.string(),
      after: z.string().nullable(),
      types: z.int(),
      at: groupPlace.nullable(),
    })
    .nullable(),
  sums: proofSums,
  findingCount: z.int(),
  balances,
  sealing: sealing.nullable(),
});
type Place = z.output<typeof place>;

/** Proves a month: each partner's payments, then the posted entries against the seal. */
export const ledgerProofSteps = defineJob({
  input: z.object({ periodId: z.string() }),
  step: async ({ input: { periodId }, cursor, now }) => {
    const from: Place =
      cursor === ''
        ? {
            partners: null,
            inside: null,
            sums: noSums,
            findingCount: 0,
            balances: {},
            sealing: null,
          }
        : place.parse(JSON.parse(cursor));
    return from.sealing ? sealStep(periodId, from, from.sealing, now) : partnerStep(periodId, from);
  },
});

/** Reads a partner's payments up to the limit of a step and stores the proofs completed. */
async function partnerStep(periodId: string, from: Place): Promise<StepResult> {
  const partner = from.inside ?? (await beginPartner(from.partners));
  const { proofs, inside } = partner ? await proveOn(partner, periodId) : { proofs: [], inside: null };
  const isDone = inside === null;
  const after = partner?.after ?? null;
  const next: Place = {
    partners: isDone ? after : from.partners,
    inside,
    sums: proofs.reduce(addSums, from.sums),
    findingCount: proofs.reduce((sum, { findingCount }) => sum + findingCount, from.findingCount),
    balances: proofs.reduce((all, proof) => addBalances(all, proof.balances), from.balances),
    sealing: isDone && after === null ? beginSealing : null,
  };
  return {
    changes: proofs.map((proof) =>
      groupProofKept(periodId, { ...proof, partnerName: partner?.partnerName ?? '' }),
    ),
    done: isDone && partner ? 1 : 0,
    next: JSON.stringify(next),
    message: 'Reading payments and ledger entries.',
  };
}

/**
 * Returns the partner after a cursor. It is stored until proved, so partners added before it do not shift the position.
 */
async function beginPartner(cursor: string | null): Promise<Place['inside']> {
  const { rows, cursor: after } = await pageOfPartners(cursor, 1);
  const [partner] = rows;
  return partner ? { partnerId: partner.id, partnerName: partner.name, after, types: 0, at: null } : null;
}

/** Proves the payment types of a partner in parts; `inside` is null at the end. */
async function proveOn(
  partner: NonNullable<Place['inside']>,
  periodId: string,
): Promise<{ proofs: ReturnType<typeof proofOf>[]; inside: Place['inside'] }> {
  const proofs: ReturnType<typeof proofOf>[] = [];
  let { types, at } = partner;
  let read = 0;
  while (read < proofLimits.entries) {
    const paymentTypeId = postedTypes[types];
    if (paymentTypeId === undefined) return { proofs, inside: null };
    const group = { partnerId: partner.partnerId, periodId, paymentTypeId };
    const part = await provePart(group, at ?? beginGroup());
    read += part.read;
    at = part.next;
    if (at) continue;
    proofs.push(proofOf(group, part.state));
    types += 1;
  }
  return { proofs, inside: { ...partner, types, at } };
}

async function sealStep(
  periodId: string,
  from: Place,
  before: z.output<typeof sealing>,
  now: Date,
): Promise<StepResult> {
  const kept = await findSeal(periodId);
  const read = kept && (await sealNext(periodId, before));
  if (read && !read.isEnd)
    return {
      done: 0,
      next: JSON.stringify({ ...from, sealing: read.now }),
      message: 'Comparing the month with its seal.',
    };
  const isIntact = kept?.hash === read?.now.hash && kept?.entries === read?.now.entries;
  const seal = kept ? (isIntact ? 'intact' : 'broken') : 'none';
  const findingCount = from.findingCount + (seal === 'broken' ? 1 : 0);
  // An alarm reads this log message.
  if (findingCount > 0) log('error', 'the ledger does not add up', { periodId, findingCount, seal });
  return {
    changes: [
      monthProofKept({
        periodId,
        provedAt: now.toISOString(),
        ...from.sums,
        balances: from.balances,
        findingCount,
        seal,
      }),
    ],
    done: 1,
    next: null,
    message:
      findingCount === 0
        ? 'Every cent is explained.'
        : 'Some payments have unexplained differences. See the list.',
  };
}
