import { AsyncLocalStorage } from 'node:async_hooks';

/** One piece of work under one mutant, or under none (0). */
interface Life {
  id: number;
  hits: Set<number>;
  asked: number;
  isOver: boolean;
}
/** Beyond what any test file asks: a loop that does not end. */
const endless = 50_000_000;
const lives = new AsyncLocalStorage<Life>();

Object.assign(globalThis, {
  __mutant: (id: number): boolean => {
    const life = lives.getStore();
    if (!life) return false;
    // what was left to itself, since it took too long, ends at the next mutant that it comes to
    if (life.isOver) throw new Error('it is over');
    life.asked += 1;
    if (life.asked > endless) throw new Error('it does not end');
    life.hits.add(id);
    return life.id === id;
  },
});

/** What was reached in a piece of work, and whether it failed or took longer than its limit. */
export interface Lived {
  hits: Set<number>;
  hasFailed: boolean;
  isLate: boolean;
  ms: number;
}

// a test may turn the clock of its process
const { setTimeout: wait, clearTimeout: callOff } = globalThis;

/** Does a piece of work under one mutant (0 for none). */
export async function live(id: number, limitMs: number, work: () => Promise<unknown>): Promise<Lived> {
  const life: Life = { id, hits: new Set(), asked: 0, isOver: false };
  const began = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((answer) => {
    timer = wait(() => answer('late'), limitMs);
  });
  const done = lives.run(life, work).then(
    () => 'passed' as const,
    () => 'failed' as const,
  );
  const outcome = await Promise.race([done, late]);
  callOff(timer);
  life.isOver = true;
  return {
    hits: life.hits,
    hasFailed: outcome !== 'passed',
    isLate: outcome === 'late',
    ms: performance.now() - began,
  };
}
