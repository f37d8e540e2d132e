import * as z from 'zod';
import { area, endpoint } from '../endpoint.ts';
import { recordId } from '../ids.ts';
import { pdfType } from '../media-types.ts';

export const files = area('files', {
  get: endpoint({
    method: 'GET',
    path: '/v1/storage/{partitionKey}/{rowKey}',
    roles: ['member', 'systemAdmin', 'facilityManager'],
    ownership: 'loaded',
    summary:
      'A signed agreement as PDF, to be saved; for its member, the manager of the club, and administrators.',
    params: z.object({ partitionKey: recordId, rowKey: recordId }),
    response: 'file',
    mediaTypes: [pdfType],
  }),
});
