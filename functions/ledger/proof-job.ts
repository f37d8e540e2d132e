import * as z from 'zod';
import { addBalances, balances } from '../../shared/ledger/ledger-entry.ts';
import { addSums, noSums, proofSums } from '../../shared/ledger/proof.ts';
import { defineJob, type StepResult } from '../jobs/job-kind.ts';
import { pageOfPartners } from '../partners/store.ts';
import { log } from '../platform/log.ts';
import { beginGroup, groupPosition, postedTypes, proofLimits, proofOf, provePart } from './group-proof.ts';
import { beginSealing, sealing, sealNext } from './check-months.ts';
import { findSeal, groupProofChange, monthProofChange } from './proof-store.ts';

/** Results so far. */
const results = z.object({ sums: proofSums, findingCount: z.int(), balances });

const partnersPhase = results.extend({
  phase: z.literal('partners'),
  /** Cursor of the page of partners. */
  partners: z.string().nullable(),
  /** Current partner and progress: proved types and the next part; `after` is the cursor after the partner. */
  inside: z
    .object({
      partnerId: z.string(),
      partnerName: z.string(),
      after: z.string().nullable(),
      types: z.int(),
      at: groupPosition.nullable(),
    })
    .nullable(),
});
type PartnersPhase = z.output<typeof partnersPhase>;
const sealPhase = results.extend({ phase: z.literal('seal'), sealing });
type SealPhase = z.output<typeof sealPhase>;
type Cursor = PartnersPhase | SealPhase;

/** Proves a month: each partner's payments, then the posted entries against the seal. */
export const ledgerProofSteps = defineJob({
  input: z.object({ periodId: z.string() }),
  cursor: z.discriminatedUnion('phase', [partnersPhase, sealPhase]).default({
    phase: 'partners',
    partners: null,
    inside: null,
    sums: noSums,
    findingCount: 0,
    balances: {},
  }),
  step: ({ input: { periodId }, cursor, now }) =>
    cursor.phase === 'seal' ? sealStep(periodId, cursor, now) : partnerStep(periodId, cursor),
});

/** Reads a partner's payments up to the limit of a step and stores the proofs completed. */
async function partnerStep(periodId: string, from: PartnersPhase): Promise<StepResult<Cursor>> {
  const partner = from.inside ?? (await beginPartner(from.partners));
  const { proofs, inside } = partner ? await proveOn(partner, periodId) : { proofs: [], inside: null };
  const isDone = inside === null;
  const after = partner?.after ?? null;
  const soFar = {
    sums: proofs.reduce(addSums, from.sums),
    findingCount: proofs.reduce((sum, { findingCount }) => sum + findingCount, from.findingCount),
    balances: proofs.reduce((all, proof) => addBalances(all, proof.balances), from.balances),
  };
  return {
    changes: proofs.map((proof) =>
      groupProofChange(periodId, { ...proof, partnerName: partner?.partnerName ?? '' }),
    ),
    done: isDone && partner ? 1 : 0,
    next:
      isDone && after === null
        ? { phase: 'seal', ...soFar, sealing: beginSealing }
        : { phase: 'partners', partners: isDone ? after : from.partners, inside, ...soFar },
    message: 'Reading payments and ledger entries.',
  };
}

/**
 * Returns the partner after a cursor. It is stored until proved, so partners added before it do not shift the position.
 */
async function beginPartner(cursor: string | null): Promise<PartnersPhase['inside']> {
  const { rows, cursor: after } = await pageOfPartners(cursor, 1);
  const [partner] = rows;
  return partner ? { partnerId: partner.id, partnerName: partner.name, after, types: 0, at: null } : null;
}

/** Proves the payment types of a partner in parts; `inside` is null at the end. */
async function proveOn(
  partner: NonNullable<PartnersPhase['inside']>,
  periodId: string,
): Promise<{ proofs: ReturnType<typeof proofOf>[]; inside: PartnersPhase['inside'] }> {
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

async function sealStep(periodId: string, from: SealPhase, now: Date): Promise<StepResult<Cursor>> {
  const stored = await findSeal(periodId);
  const read = stored && (await sealNext(periodId, from.sealing));
  if (read && !read.isEnd)
    return {
      done: 0,
      next: { ...from, sealing: read.now },
      message: 'Comparing the month with its seal.',
    };
  const isIntact = stored?.hash === read?.now.hash && stored?.entries === read?.now.entries;
  const seal = stored ? (isIntact ? 'intact' : 'broken') : 'none';
  const findingCount = from.findingCount + (seal === 'broken' ? 1 : 0);
  if (findingCount > 0) log('error', 'the ledger does not add up', { periodId, findingCount, seal });
  return {
    changes: [
      monthProofChange({
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
