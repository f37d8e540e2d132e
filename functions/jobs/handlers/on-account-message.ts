import { accountKinds } from '../account-kinds.ts';
import { worker } from '../worker.ts';

export const handler = worker(accountKinds);
