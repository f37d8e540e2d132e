import * as z from 'zod';
import { anyoneSignedIn, area, endpoint } from '../endpoint.ts';
import { job, jobBegun, jobColumns } from '../jobs/job.ts';
import { done, pageOf, pageQuery } from '../page.ts';

export const jobs = area('jobs', {
  // before the path with a parameter, for the local gateway
  list: endpoint({
    method: 'GET',
    path: '/jobs/list',
    roles: ['systemAdmin'],
    summary: 'Lists failed or waiting jobs, and counts the messages of jobs that failed.',
    query: z.object({ status: z.enum(['failed', 'running']), ...pageQuery(jobColumns) }),
    response: pageOf(
      job.pick({ id: true, kind: true, message: true, done: true, total: true }).extend({
        startedAt: z.string(),
        updatedAt: z.string(),
        canResume: z.boolean(),
        /** Why a failed generation of dues cannot be resumed. */
        resumptionLock: z.string().nullable(),
      }),
    ).extend({ failedMessages: z.int() }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/jobs/{jobId}',
    roles: anyoneSignedIn,
    ownership: 'loaded',
    summary: 'Returns the progress and result of a job.',
    // a range job has the ID of its job with up to two numbers
    params: z.object({ jobId: z.string().max(50) }),
    response: job,
  }),
  redrive: endpoint({
    method: 'POST',
    path: '/jobs/redrive',
    roles: ['systemAdmin'],
    summary: 'Sends the jobs of failed messages to their workers again.',
    response: done,
  }),
  resume: endpoint({
    method: 'POST',
    path: '/jobs/{jobId}/resume',
    roles: ['systemAdmin'],
    summary:
      'Resumes a failed job where it stopped: emails about changed settings, roster changes, and generations of payments.',
    params: z.object({ jobId: z.string().max(40) }),
    response: jobBegun,
  }),
  file: endpoint({
    method: 'GET',
    path: '/jobs/{jobId}/file',
    roles: anyoneSignedIn,
    ownership: 'loaded',
    summary:
      'Returns the address of a completed download. It is valid for five minutes and requires no login.',
    params: z.object({ jobId: z.string().max(40) }),
    response: z.object({ address: z.string(), name: z.string() }),
  }),
});
