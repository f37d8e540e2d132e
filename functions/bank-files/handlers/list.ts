import { bankFiles } from '../../../shared/contracts/bank-files.ts';
import { handle } from '../../handle.ts';
import { listBankFiles } from '../store.ts';
import { loadUserNames } from '../../users/store.ts';

export const handler = handle(bankFiles.list, async ({ query }) => {
  const page = await listBankFiles(query.sortBy ? query : { ...query, sortOrder: query.sortOrder ?? 'desc' });
  const names = await loadUserNames(page.items.map(({ sentBy }) => sentBy));
  return {
    ...page,
    items: page.items.map((file) => ({ ...file, sentByName: names.get(file.sentBy) ?? '' })),
  };
});
