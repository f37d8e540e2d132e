import type { Grant } from './permission.ts';

export interface Schedule {
  /** An EventBridge Scheduler expression. */
  when: string;
  /** Purpose of the handler, one sentence. */
  does: string;
  /** Users affected when it does not run, one sentence. */
  hurts: string;
  /** Permissions beyond reading and writing the table. */
  grant?: Grant;
  /** One run covers earlier runs of the same month, so the local worker runs only the last of several missed ones. */
  coversMonth?: true;
}
