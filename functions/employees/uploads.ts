import { employees } from '../../shared/employees/contract.ts';
import { handle } from '../platform/handle.ts';
import { uploadsOf } from './upload-history-store.ts';

export const handler = handle(employees.uploads, async ({ query: { partnerId, cursor } }) =>
  uploadsOf(partnerId, cursor),
);
