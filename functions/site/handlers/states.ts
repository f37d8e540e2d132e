import { site } from '../../../shared/contracts/site.ts';
import { states } from '../../../shared/states.ts';
import { handle } from '../../handle.ts';

export const handler = handle(site.states, async () => [...states]);
