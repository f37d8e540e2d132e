import * as z from 'zod';
import type { Refusal } from '../../../shared/refusal.ts';
import { now } from '../../platform/clock.ts';
import { change } from '../../table/change.ts';
import type { Change, Write } from '../../table/write.ts';
import { entity } from '../../table/entity.ts';
import type { PaymentKind } from '../../../shared/payments/payment.ts';
import { keys, paymentListName, type PaymentListOf } from '../../table/keys.ts';
import { get, getMany, queryItems } from '../../table/table.ts';
import { getItem } from '../../table/get-item.ts';
import { put } from '../../table/put-item.ts';

const generation = z.object({ list: z.string(), jobId: z.string(), version: z.int() });
type Generation = z.output<typeof generation>;

/** Returns the list that a generation occupies: one at a time for all partners of a program payment type. */
export const generatedList = (kind: PaymentKind, of: PaymentListOf<'partner'>): string =>
  paymentListName(kind, { ...of, partnerId: 'all' });

/** The current or last generation of a list of payments. Generations of one list must not run concurrently. */
const generationEntity = entity({
  name: 'generation',
  schema: generation,
  key: ({ list }) => keys.generation(list),
});

export const loadLastGeneration = async (list: string): Promise<Generation | null> =>
  (await get(generationEntity, keys.generation(list))) ?? null;

/** Loads the last generations of lists. Lists that were never generated are omitted. */
export const loadLastGenerations = (ofLists: readonly string[]): Promise<Generation[]> =>
  getMany(generationEntity, ofLists.map(keys.generation));

/** Returns the writes that make a generation the current one of its list. Refuses with `busy` on a conflict. */
export const generationStarted = (
  before: Generation | null,
  { list, jobId }: Omit<Generation, 'version'>,
  busy: Refusal,
): Change[] =>
  change(generationEntity, before, { list, jobId, version: before?.version ?? 0 }, { lost: busy });

/** Longer than any generation runs. */
const partTtlDays = 90;

/** Returns when a generation's stored state expires, in seconds. */
const partExpiry = (): number => Math.floor(now().getTime() / 1000) + partTtlDays * 86_400;

/** Saves state between the steps of one partner. Idempotent, because a step can run twice. */
export const saveStepState = (
  jobId: string,
  partnerId: string,
  part: string,
  fields: Record<string, unknown>,
): Write => ({
  item: put({
    ...keys.generationPart(jobId, partnerId, part),
    entity: 'generation part',
    expiresAt: partExpiry(),
    ...fields,
  }),
});

/** Loads the IDs stored by an earlier attempt of a step. */
export async function loadStepIds(jobId: string, partnerId: string, part: string): Promise<string[]> {
  const before = await getItem(keys.generationPart(jobId, partnerId, part));
  return z.array(z.string()).parse(before?.ids ?? []);
}

/** Yields the states saved after one part, up to another. */
export async function* stepStatesBetween(jobId: string, partnerId: string, first: string, last: string) {
  const { pk, sk } = keys.generationPart(jobId, partnerId, first);
  const { sk: end } = keys.generationPart(jobId, partnerId, last);
  let after: string | null = sk;
  do {
    const page: Awaited<ReturnType<typeof queryItems>> = await queryItems(pk, { after, limit: 20 });
    for (const item of page.items) {
      if (String(item.sk) > end) return;
      yield item;
    }
    after = page.last;
  } while (after !== null);
}
