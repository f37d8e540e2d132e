import { privacy } from '../../../shared/contracts/privacy.ts';
import { handle } from '../../handle.ts';
import { countDueCases } from '../case-store.ts';

export const handler = handle(privacy.dueCases, async ({ now }) => countDueCases(now));
