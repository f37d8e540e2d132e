import { site } from '../../../shared/contracts/site.ts';
import { handle } from '../../handle.ts';

export const handler = handle(site.healthcheck, async () => 'OK!' as const);
