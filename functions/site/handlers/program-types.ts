import { programTypes } from '../../../shared/programs.ts';
import { site } from '../../../shared/contracts/site.ts';
import { handle } from '../../handle.ts';

export const handler = handle(site.programTypes, async () => [...programTypes]);
