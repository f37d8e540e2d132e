import * as z from 'zod';
import { partnerId, recordId } from '../ids.ts';
import { pageQuery } from '../page.ts';
import { searchText } from '../search.ts';
import { onWire } from '../wire-names.ts';
import { memberRowColumns } from './member-row.ts';

/** Query of the members list. Each filter is a part of an index, so not all of them can be combined. */
export const memberListQuery = z
  .object({
    ...pageQuery(memberRowColumns),
    filter: searchText.optional(),
    facilityId: onWire('facilityID', recordId.optional()),
    partnerId: onWire('partnerID', partnerId.optional()),
    memberStatus: z
      .codec(z.enum(['0', '1', '2']), z.literal([0, 1, 2]), {
        decode: (sent) => (sent === '0' ? 0 : sent === '1' ? 1 : 2),
        encode: (status) => `${status}` as const,
      })
      .optional(),
  })
  .refine(({ facilityId, partnerId: partner }) => facilityId === undefined || partner === undefined, {
    path: ['partnerId'],
    error: 'Choose a partner or a facility, not both.',
  })
  .refine(({ filter = '', memberStatus }) => filter === '' || memberStatus === undefined, {
    path: ['memberStatus'],
    error: 'Search the members or choose a status, not both.',
  });
