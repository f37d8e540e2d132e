import { accountKinds } from '../kinds/account-kinds.ts';
import { worker } from '../worker.ts';

export const handler = worker(accountKinds);
