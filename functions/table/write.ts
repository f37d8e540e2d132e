import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Refusal } from '../../shared/refusal.ts';
import type { Measures } from '../platform/metrics.ts';
import type { Key } from './keys.ts';

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** A write of a transaction with the refusal for its failed condition. */
export interface Write {
  item: TransactItem;
  refusal?: Refusal;
  /** Metrics that are published after the commit (functions/platform/metrics.ts). */
  measures?: Measures;
}

/** An increment of a counter; `transact` sums the increments per counter, because a transaction may touch an item once. */
export interface CountStep {
  count: Key;
  by: number;
  /** Number of shards of the counter; a transaction increments one of them. */
  shards?: number;
  /** Upper bound of the count within the transaction, and the refusal above it. */
  atMost?: { count: number; full: Refusal };
}

/** Writes that are determined when the transaction is sent, such as the deliveries of an event to its receivers. */
export interface LateStep {
  late: {
    /** The number of writes, as far as this process knows it without a request. */
    size: () => number;
    writes: () => Promise<Write[]>;
  };
}

export type Change = Write | CountStep | LateStep;

export const isLate = (part: Change): part is LateStep => 'late' in part;
