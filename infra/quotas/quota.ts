import type { Use } from './uses.ts';

/** Share of a quota above which `operate -- capacity` warns and tests fail. */
export const warningShare = 0.8;

/** A quota of AWS with its use by a stage. */
export interface QuotaUse {
  name: string;
  /** Default of a new account. */
  limit: number;
  used: number;
  /** Whether AWS raises it on request. */
  adjustable: boolean;
  /** Largest accepted share; others than `warningShare` have a reason. */
  accepted: number;
  /** Page of the AWS documentation. */
  source: string;
  /** Date on which the value was read there; undefined: not verified. */
  read: string | undefined;
  remedy: string;
}

type Row = readonly [
  name: string,
  limit: number,
  adjustable: 'adjustable' | 'fixed',
  use: Use,
  remedy: string,
  accepted?: number,
];

export interface Page {
  source: string;
  read?: string;
  rows: readonly Row[];
}

export const requestMore = 'request more';
/** Date on which the pages were read. */
export const readOn = '2026-11-27';
