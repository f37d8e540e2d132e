import type { Grant } from './grants.ts';

export const downloadOfAnySize: Grant = {
  may: ['begin data jobs', 'write the table'],
  why: 'Starts the job that makes the file when an answer cannot hold it.',
};
