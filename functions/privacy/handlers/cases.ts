import { privacy } from '../../../shared/contracts/privacy.ts';
import { handle } from '../../handle.ts';
import { pageOfCases } from '../case-store.ts';

export const handler = handle(privacy.cases, async ({ query }) => pageOfCases(query));
