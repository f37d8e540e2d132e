import { key } from './key.ts';

/** Records of the table itself: counters, search entries, unique names, numbers, audit events, and jobs. */
export const tableKeys = {
  count: (list: string) => key(`COUNT#${list}`, 'COUNT'),
  search: (list: string, word: string, id: string) => key(`SEARCH#${list}`, `${word}#${id}`),
  unique: (kind: string, value: string) => key(`UNIQUE#${kind}#${value}`, 'UNIQUE'),
  number: (kind: string) => key(`NUMBER#${kind}`, 'NUMBER'),
  audit: (subject: string, when: string, id: string) => key(`AUDIT#${subject}`, `${when}#${id}`),

  job: (id: string) => key(`JOB#${id}`, 'JOB'),
  transferResults: (jobId: string, part: string) => key(`JOB#${jobId}`, `TRANSFERRED#${part}`),
  backfill: (name: string) => key(`BACKFILL#${name}`, 'BACKFILL'),
  bulkResults: (jobId: string, part: string) => key(`JOB#${jobId}`, `BULK#${part}`),
  visitors: (jobId: string, position: string) => key(`JOB#${jobId}`, `VISITORS#${position}`),
  jobPart: (id: string, part: string) => key(`JOB#${id}`, `PART#${part}`),
} as const;
