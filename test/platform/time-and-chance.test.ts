import { afterEach, expect, it } from 'vitest';
import { now } from '../../functions/platform/clock.ts';
import { newCode, newToken } from '../../functions/platform/digest.ts';
import { withMinimumDuration } from '../../functions/platform/minimum-duration.ts';
import {
  newId,
  newOrderedId,
  playTimeAndChance,
  randomFraction,
} from '../../functions/platform/time-and-chance.ts';
import { newVoucherCode } from '../../functions/vouchers/voucher-token.ts';
import { pause } from '../../functions/table/retry.ts';

const undo: (() => void)[] = [];
afterEach(() =>
  undo
    .splice(0)
    .toReversed()
    .forEach((item) => item()),
);

/** A seeded generator (xorshift), and a clock that advances by waiting only. */
function play(seed: number): { waits: number[] } {
  let state = seed;
  let time = Date.parse('2026-11-09T06:15:00Z');
  const waits: number[] = [];
  const pass = async (milliseconds: number) => {
    waits.push(Math.round(milliseconds));
    time += Math.round(milliseconds);
  };
  const nextByte = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state & 255;
  };
  undo.push(
    playTimeAndChance({
      milliseconds: () => time,
      wait: pass,
      holdBack: pass,
      bytes: (count) => Buffer.from(Array.from({ length: count }, nextByte)),
    }),
  );
  return { waits };
}

async function everything(seed: number): Promise<unknown[]> {
  const { waits } = play(seed);
  await pause(3);
  await withMinimumDuration(800, async () => 'done');
  return [now().toISOString(), newId(), newToken(), newCode(8), newVoucherCode(), randomFraction(), waits];
}

it('repeats times, waits, IDs, codes, and tokens for one seed and differs for another', async () => {
  const first = await everything(7);
  expect(await everything(7)).toEqual(first);
  const other = await everything(8);
  for (const place of [1, 2, 3, 4, 5]) expect(other[place]).not.toEqual(first[place]);
});

it('delays a response by the rest of its minimum on the replaced clock', async () => {
  const { waits } = play(1);
  await withMinimumDuration(800, () => pause(0));
  const [paused = 0, heldBack = 0] = waits;
  expect(paused).toBeGreaterThan(0);
  expect(paused + heldBack).toBe(800);
});

it('orders IDs of one millisecond', () => {
  play(3);
  const ids = Array.from({ length: 50 }, newOrderedId);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(50);
});

it('restores time and randomness', () => {
  play(1);
  undo
    .splice(0)
    .toReversed()
    .forEach((item) => item());
  expect(Math.abs(now().getTime() - Date.now())).toBeLessThan(60_000);
  expect(newToken()).not.toBe(newToken());
});
