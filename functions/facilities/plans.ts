import { facilities } from '../../shared/facilities/contract.ts';
import { plans } from '../../shared/facilities/plans.ts';
import { handle } from '../platform/handle.ts';

export const handler = handle(facilities.plans, async () => [...plans]);
