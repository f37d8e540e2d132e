import { managers } from '../../../shared/contracts/managers.ts';
import { handle } from '../../handle.ts';
import { listManagers } from '../store.ts';

export const handler = handle(managers.list, async ({ query }) => listManagers(query.partnerId));
