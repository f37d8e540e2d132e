import * as z from 'zod';
import type { Refusal } from '../../../shared/refusal.ts';
import { now } from '../../platform/clock.ts';
import { change, type Change, type Write } from '../../table/change.ts';
import { tableName } from '../../table/client.ts';
import { entity } from '../../table/entity.ts';
import { keys } from '../../table/keys.ts';
import { get, getItem, getMany } from '../../table/table.ts';

const generation = z.object({ list: z.string(), jobId: z.string(), version: z.int() });
type Generation = z.output<typeof generation>;

/** Which generation of a list of payments runs or ran last; two at a time would get into each other's way. */
const generationEntity = entity({
  name: 'generation',
  schema: generation,
  key: ({ list }) => keys.generation(list),
});

export const loadLastGeneration = async (list: string): Promise<Generation | null> =>
  (await get(generationEntity, keys.generation(list))) ?? null;

/** The last generations of some lists; none of a list that was never generated. */
export const loadLastGenerations = (ofLists: readonly string[]): Promise<Generation[]> =>
  getMany(generationEntity, ofLists.map(keys.generation));

/** The writes that make a generation the last one of its list; `busy` is said when another was faster. */
export const generationStarted = (
  before: Generation | null,
  { list, jobId }: Omit<Generation, 'version'>,
  busy: Refusal,
): Change[] =>
  change(generationEntity, before, { list, jobId, version: before?.version ?? 0 }, { lost: busy });

/** A generation is long over by then. */
const partKeptDays = 90;

/** From when the table may drop what a generation kept, in seconds as the table takes it. */
export const partExpiry = (): number => Math.floor(now().getTime() / 1000) + partKeptDays * 86_400;

/** Keeps something between the steps of one partner; a step may come twice, and then writes the same. */
export const saveStepState = (
  jobId: string,
  partnerId: string,
  part: string,
  facts: Record<string, unknown>,
): Write => ({
  item: {
    Put: {
      TableName: tableName(),
      Item: {
        ...keys.generationPart(jobId, partnerId, part),
        entity: 'generation part',
        expiresAt: partExpiry(),
        ...facts,
      },
    },
  },
});

/** The ids that an earlier attempt of a step kept; none when there was none. */
export async function loadStepIds(jobId: string, partnerId: string, part: string): Promise<string[]> {
  const before = await getItem(keys.generationPart(jobId, partnerId, part));
  return z.array(z.string()).parse(before?.ids ?? []);
}
