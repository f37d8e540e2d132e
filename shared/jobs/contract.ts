import * as z from 'zod';
import { anyoneSignedIn, area, endpoint } from '../endpoint.ts';
import { job, jobBegun } from './job.ts';

export const jobs = area('jobs', {
  get: endpoint({
    method: 'GET',
    path: '/jobs/{jobId}',
    roles: anyoneSignedIn,
    ownership: 'loaded',
    summary: 'How far a long operation is, and what came of it.',
    params: z.object({ jobId: z.string().max(40) }),
    response: job,
  }),
  resume: endpoint({
    method: 'POST',
    path: '/jobs/{jobId}/resume',
    roles: ['systemAdmin'],
    summary: 'Takes up a job that failed, where it stopped: the emails about changed terms.',
    params: z.object({ jobId: z.string().max(40) }),
    response: jobBegun,
  }),
  file: endpoint({
    method: 'GET',
    path: '/jobs/{jobId}/file',
    roles: anyoneSignedIn,
    ownership: 'loaded',
    summary:
      'The address of the file that a finished download made; it opens for five minutes, without signing in.',
    params: z.object({ jobId: z.string().max(40) }),
    response: z.object({ address: z.string(), name: z.string() }),
  }),
});
