import * as z from 'zod';
import { anyoneSignedIn, endpoint } from '../../endpoint.ts';
import { gridNames, gridSettings, gridSettingsForm } from './grid-settings.ts';

const params = z.object({ grid: z.enum(gridNames) });

/** How users set up their tables. */
export const grids = {
  gridSettings: endpoint({
    method: 'GET',
    path: '/user/grids/{grid}',
    roles: anyoneSignedIn,
    ownership: 'own',
    summary: 'How the user has set up a table: hidden columns and saved views, the same on every device.',
    params,
    response: gridSettings,
  }),
  saveGridSettings: endpoint({
    method: 'PUT',
    path: '/user/grids/{grid}',
    roles: anyoneSignedIn,
    ownership: 'own',
    summary: 'Keeps how the user has set up a table.',
    params,
    body: gridSettingsForm,
    response: gridSettings,
  }),
};
