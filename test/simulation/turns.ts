import { assertTurn } from './invariants.ts';
import { assertRosters } from './roster-counts.ts';
import type { World } from './world.ts';

export type Action = () => Promise<void>;

/** Runs actions in random order, some of them two or three at a time. */
export async function takeTurns(world: World, actions: readonly Action[]): Promise<void> {
  const { cloud } = world.portal;
  const left = [...actions];
  while (left.length > 0) {
    const take = () => left.splice(Math.floor(cloud.random() * left.length), 1);
    const turn = take();
    while (turn.length < 3 && left.length > 0 && cloud.mayRace()) turn.push(...take());
    if (turn.length > 1) world.portal.note(`${turn.length} actions run concurrently`);
    await cloud.concurrently(turn);
    assertTurn(world);
    assertRosters(world);
  }
}
