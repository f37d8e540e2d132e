import * as z from 'zod';
import { anyoneSignedIn, area, endpoint } from '../endpoint.ts';
import { workingRoles } from '../roles.ts';

export const users = area('users', {
  me: endpoint({
    method: 'GET',
    path: '/user/me',
    roles: anyoneSignedIn,
    reach: 'own',
    does: 'The person who is signed in.',
    answer: z.object({
      userId: z.string(),
      role: z.enum(workingRoles),
      roleCode: z.int(),
      fullName: z.string(),
      email: z.string(),
      partnerId: z.string().nullable(),
      facilityId: z.string().nullable(),
      hasGroupMembership: z.boolean(),
      memberGroups: z.array(
        z.object({ fullName: z.string(), membersIds: z.array(z.string()), abbreviatedName: z.string() }),
      ),
    }),
  }),
});
