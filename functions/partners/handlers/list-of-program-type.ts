import { partners } from '../../../shared/contracts/partners.ts';
import { handle } from '../../handle.ts';
import { allPartners } from '../store.ts';

export const handler = handle(partners.listOfProgramType, async ({ query }) => {
  const types: { id: number; name: string }[] = [];
  for await (const { id, name, programTypes } of allPartners())
    if (programTypes.includes(query.programTypeId)) types.push({ id: Number(id), name });
  return types;
});
