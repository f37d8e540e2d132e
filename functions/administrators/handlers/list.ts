import { administrators } from '../../../shared/contracts/administrators.ts';
import { handle } from '../../handle.ts';
import { listAdministrators } from '../store.ts';

export const handler = handle(administrators.list, async () => listAdministrators());
