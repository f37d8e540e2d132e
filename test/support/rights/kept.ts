import type { Right } from './unused.ts';

/** What roles allow though no test has it done, and why. One that keeps nothing any more fails the run too. */
export interface KeptRight {
  keeps: (right: Right) => boolean;
  why: string;
}

export const keptRights: readonly KeptRight[] = [
  {
    keeps: ({ action }) => action.startsWith('logs:'),
    why: 'Lambda itself writes a function’s log.',
  },
  {
    keeps: ({ action }) => /^sqs:(ReceiveMessage|DeleteMessage|GetQueueAttributes)$/.test(action),
    why: 'Lambda itself takes messages from a worker’s queue, by the worker’s role.',
  },
  {
    keeps: ({ action, resource }) => action === 'sqs:SendMessage' && resource === 'queue of failed schedules',
    why: 'Lambda itself puts an event aside whose schedule failed, by the schedule’s role.',
  },
];
