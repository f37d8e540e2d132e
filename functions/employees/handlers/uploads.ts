import { employees } from '../../../shared/contracts/employees.ts';
import { handle } from '../../handle.ts';
import { uploadsPage } from '../upload-history-store.ts';

export const handler = handle(employees.uploads, async ({ query: { partnerId, cursor } }) =>
  uploadsPage(partnerId, cursor),
);
