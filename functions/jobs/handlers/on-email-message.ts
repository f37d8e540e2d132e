import { emailKinds } from '../kinds/email-kinds.ts';
import { worker } from '../worker.ts';

export const handler = worker(emailKinds);
