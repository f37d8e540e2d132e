import { dataKinds } from '../data-kinds.ts';
import { worker } from '../worker.ts';

export const handler = worker(dataKinds);
