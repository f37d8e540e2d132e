import * as z from 'zod';
import { anyoneSignedIn, endpoint } from '../../endpoint.ts';
import { gridNames, gridSettings, gridSettingsForm } from './grid-settings.ts';

const params = z.object({ grid: z.enum(gridNames) });

export const grids = {
  gridSettings: endpoint({
    method: 'GET',
    path: '/user/grids/{grid}',
    roles: anyoneSignedIn,
    ownership: 'own',
    summary: 'Returns the caller’s settings of a table: hidden columns and saved views.',
    params,
    response: gridSettings,
  }),
  saveGridSettings: endpoint({
    method: 'PUT',
    path: '/user/grids/{grid}',
    roles: anyoneSignedIn,
    ownership: 'own',
    summary: 'Saves the caller’s settings of a table.',
    params,
    body: gridSettingsForm,
    response: gridSettings,
  }),
};
