import type { Grant } from './grants.ts';

export const downloadOfAnySize: Grant = {
  may: ['begin data jobs', 'write the table'],
  why: 'Starts the job that creates the file if it exceeds the response limit.',
};
