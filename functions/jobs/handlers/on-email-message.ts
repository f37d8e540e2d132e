import { emailKinds } from '../../workers/email-kinds.ts';
import { worker } from '../worker.ts';

export const handler = worker(emailKinds);
