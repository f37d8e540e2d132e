import { beforeAll, describe, expect, it } from 'vitest';
import { storeMovers, loadMovers } from '../../functions/payments/generation/mover-store.ts';
import { keys, moversPart } from '../../functions/table/keys.ts';
import { getItems } from '../../functions/table/batch-get-items.ts';
import type { CountedFacility } from '../../shared/enrollment/facility-of-movers.ts';
import { makeWorld } from '../support/world.ts';

beforeAll(async () => {
  await makeWorld();
});

const movers = (count: number, from: string): [string, CountedFacility][] =>
  Array.from({ length: count }, (_, index) => [
    `${from}-${crypto.randomUUID()}-${index}`,
    { facilityId: '9000', from: '2026-01-01', to: null },
  ]);

describe('members who moved between facilities', () => {
  const byFacility = new Map([
    ['100', movers(3, 'a')],
    ['1000', movers(12_000, 'b')],
    ['2000', movers(2, 'c')],
  ]);

  it('are stored regardless of their number, and a step reads those of its own facilities', async () => {
    await storeMovers('job', '1', 'pass', { byFacility });
    const [part] = await getItems([keys.generationPart('job', '1', moversPart('pass', '100', 0))]);
    const days = (Number(part?.expiresAt) * 1000 - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(90);
    const read = loadMovers('job', '1', 'pass');
    const namesIn = async (first: string, last: string) => [...(await read(first, last)).keys()].toSorted();
    const of = (...facilities: string[]) =>
      facilities.flatMap((facility) => (byFacility.get(facility) ?? []).map(([id]) => id)).toSorted();
    expect(await namesIn('1000', '1000')).toEqual(of('1000'));
    expect(await namesIn('100', '100')).toEqual(of('100'));
    expect(await namesIn('100', '3000')).toEqual(of('100', '1000', '2000'));
    expect(await namesIn('1500', '3000')).toEqual(of('2000'));
    expect(await namesIn('3000', '4000')).toEqual([]);
  });

  it('of an interrupted pass are never read', async () => {
    await storeMovers('job', '1', 'later', { byFacility: new Map([['100', movers(1, 'd')]]) });
    expect((await loadMovers('job', '1', 'later')('100', '9999')).size).toBe(1);
  });
});
