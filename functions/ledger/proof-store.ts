import * as z from 'zod';
import { balances } from '../../shared/ledger/ledger-entry.ts';
import { groupProof, proofSums, type GroupProof } from '../../shared/ledger/proof.ts';
import { ledgerSeal, type LedgerSeal } from '../../shared/ledger/seal.ts';
import { Refusal } from '../../shared/refusal.ts';
import { change, measured } from '../table/change.ts';
import type { Change } from '../table/write.ts';
import { entity } from '../table/entity.ts';
import { keys } from '../table/keys.ts';
import { eachItem, get, parseRow, queryItems } from '../table/table.ts';
import { put } from '../table/put-item.ts';
import { remove } from '../table/delete-item.ts';

const groupPrefix = 'GROUP#';
const sortKeyOf = ({ partnerId, paymentTypeId }: Pick<GroupProof, 'partnerId' | 'paymentTypeId'>) =>
  `${groupPrefix}${partnerId}#${paymentTypeId}`;

const storedProof = groupProof.extend({ periodId: z.string() });
const proofEntity = entity({
  name: 'ledger proof',
  schema: storedProof,
  key: (record) => keys.ledgerProof(record.periodId, sortKeyOf(record)),
});

/** Replaces the proof of a group; a group without payments and entries has none. */
export function groupProofChange(periodId: string, proof: GroupProof): Change {
  const key = keys.ledgerProof(periodId, sortKeyOf(proof));
  if (proof.payments === 0 && proof.entries === 0) return { item: remove(key) };
  return { item: put({ ...key, entity: proofEntity.name, periodId, ...proof }) };
}

export async function groupProofs(
  periodId: string,
  after: string | undefined,
  limit: number,
): Promise<{ rows: GroupProof[]; last: string | null }> {
  const { pk } = keys.ledgerProof(periodId, '');
  const { items, last } = await queryItems(pk, { beginsWith: groupPrefix, after, limit });
  return { rows: items.map((item) => parseRow(proofEntity, item)), last };
}

const monthProof = proofSums.extend({
  periodId: z.string(),
  provedAt: z.string(),
  findingCount: z.int(),
  /** Amounts by ledger account. */
  balances: balances.default({}),
  seal: z.enum(['none', 'intact', 'broken']),
});
export type MonthProof = z.output<typeof monthProof>;
const monthProofEntity = entity({
  name: 'ledger month proof',
  schema: monthProof,
  key: ({ periodId }) => keys.ledgerProof(periodId, 'MONTH'),
});

export const findMonthProof = (periodId: string): Promise<MonthProof | undefined> =>
  get(monthProofEntity, keys.ledgerProof(periodId, 'MONTH'));

export const monthProofChange = (proof: MonthProof): Change =>
  measured(
    { item: put({ ...monthProofEntity.key(proof), entity: monthProofEntity.name, ...proof }) },
    proof.findingCount > 0 ? { LedgerDifferences: proof.findingCount } : {},
  );

const sealEntity = entity({
  name: 'ledger seal',
  schema: ledgerSeal,
  key: ({ periodId }) => keys.ledgerSeal(periodId),
});

export const findSeal = (periodId: string): Promise<LedgerSeal | undefined> =>
  get(sealEntity, keys.ledgerSeal(periodId));

export async function sealedMonths(): Promise<Set<string>> {
  const months = new Set<string>();
  const { pk, sk } = keys.ledgerSeal('');
  for await (const item of eachItem(pk, sk)) months.add(parseRow(sealEntity, item).periodId);
  return months;
}

/** Creates the seal of a month. Seals are immutable. */
export const sealAdded = (seal: LedgerSeal): Change[] =>
  change(sealEntity, null, seal, { lost: new Refusal('conflict', 'This month is already sealed.') });

const start = z.object({ since: z.string(), version: z.int() });
export type LedgerStart = z.output<typeof start>;
const startEntity = entity({ name: 'ledger start', schema: start, key: () => keys.backfill('ledger') });

/** Returns the first month with entries. */
export const findLedgerStart = (): Promise<LedgerStart | undefined> =>
  get(startEntity, keys.backfill('ledger'));

export const ledgerStartChange = (before: LedgerStart | null, after: LedgerStart): Change[] =>
  change(startEntity, before, after, { lost: new Refusal('conflict', 'The ledger was already started.') });
