import { accountKinds } from '../../workers/account-kinds.ts';
import { worker } from '../worker.ts';

export const handler = worker(accountKinds);
