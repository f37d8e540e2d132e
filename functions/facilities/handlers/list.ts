import { columnsOf } from '../../../shared/facilities/facility-map.ts';
import { facilities } from '../../../shared/contracts/facilities.ts';
import { handle } from '../../handle.ts';
import { facilitiesOnMap } from '../map-store.ts';

export const handler = handle(facilities.list, async () => columnsOf(await facilitiesOnMap()));
