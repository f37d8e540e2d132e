import { localQueue } from '../../../functions/platform/queue.ts';
import { milliseconds } from '../time-and-chance.ts';

/** Lets the portal's clock show an instant for the time of some work; nobody else is at work yet. */
export async function atInstant(instant: Date, action: () => Promise<unknown>): Promise<void> {
  const before = process.env.CLOCK_SHIFT_MS;
  process.env.CLOCK_SHIFT_MS = String(instant.getTime() - milliseconds());
  try {
    await action();
  } finally {
    if (before === undefined) delete process.env.CLOCK_SHIFT_MS;
    else process.env.CLOCK_SHIFT_MS = before;
  }
}

/** Jobs are worked on here, step by step: the queue is not told of them. */
export async function withoutQueue(action: () => Promise<void>): Promise<void> {
  const holder = globalThis as { [localQueue]?: unknown };
  const before = holder[localQueue];
  holder[localQueue] = () => {};
  try {
    await action();
  } finally {
    holder[localQueue] = before;
  }
}
