import { expect, it } from 'vitest';
import { Interleaving } from './interleaving.ts';

it('does not wait for what another task keeps in memory', async () => {
  let kept: Promise<string> | undefined;
  const interleaving = new Interleaving(
    () => 0,
    () => (kept = undefined),
  );
  const read = async () => {
    await interleaving.turn();
    return 'key';
  };
  const found: string[] = [];
  const task = async () => void found.push(await (kept ??= read()));
  await interleaving.run([task, task, task]);
  expect(found).toEqual(['key', 'key', 'key']);
});
