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
    summary: 'Downloads a signed agreement as PDF, for its member, the facility manager, and administrators.',
    params: z.object({ partitionKey: recordId, rowKey: recordId }),
    response: 'file',
    mediaTypes: [pdfType],
  }),
});
