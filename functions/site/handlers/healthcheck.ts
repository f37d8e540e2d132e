import { site } from '../../../shared/site/contract.ts';
import { handle } from '../../handle.ts';

export const handler = handle(site.healthcheck, async () => 'OK!' as const);
