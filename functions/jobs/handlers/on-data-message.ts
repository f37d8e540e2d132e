import { dataKinds } from '../../workers/data-kinds.ts';
import { worker } from '../worker.ts';

export const handler = worker(dataKinds);
