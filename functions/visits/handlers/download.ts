import { visits } from '../../../shared/contracts/visits.ts';
import { sheetResponse } from '../../files/sheet-response.ts';
import { handle } from '../../handle.ts';
import { visitsSheet } from '../visits-sheet.ts';

export const handler = handle(visits.download, async ({ query, ...context }) => {
  const { partnerId, periodId, filter = '' } = query;
  const input = { partnerId, periodId, filter, isForEmployer: context.caller.role !== 'systemAdmin' };
  return sheetResponse(await visitsSheet(input, context.now), { what: 'visits', input, partnerId }, context);
});
