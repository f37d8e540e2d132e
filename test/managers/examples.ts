import { managers } from '../../shared/contracts/managers.ts';
import { examplesOf } from '../support/examples.ts';
import type { Side } from '../support/world.ts';

const names = { firstName: 'Ida', lastName: 'Holm' };
const passwords = { password: 'Wellport2026', confirmPassword: 'Wellport2026' };

const unchanged = ({ manager }: Side) => ({
  body: { id: manager.id, firstName: manager.firstName, lastName: manager.lastName, email: manager.email },
});

export const examples = examplesOf(managers, {
  list: { own: ({ own }) => ({ query: { partnerId: own.partner.id } }) },
  get: {
    own: ({ own }) => ({ query: { managerID: own.manager.id } }),
    other: ({ other }) => ({ query: { managerID: other.manager.id } }),
    unknown: { query: { managerID: 'user-of-nobody' } },
  },
  create: {
    own: ({ own }) => ({
      body: { partnerId: own.partner.id, ...names, email: 'ida@managers.test', ...passwords },
    }),
  },
  invite: {
    own: ({ own }) => ({ body: { partnerId: own.partner.id, ...names, email: 'ivo@managers.test' } }),
  },
  update: {
    own: ({ own }) => unchanged(own),
    other: ({ other }) => unchanged(other),
    unknown: { body: { id: 'user-of-nobody', ...names, email: 'nobody@managers.test' } },
  },
  delete: { own: ({ other }) => ({ params: { managerID: other.manager.id } }) },
  accessReview: {
    own: ({ own }) => ({ params: { partnerID: own.partner.id } }),
    other: ({ other }) => ({ params: { partnerID: other.partner.id } }),
  },
  confirmAccessReview: {
    own: ({ own }) => ({ params: { partnerID: own.partner.id }, body: { version: 0 } }),
    other: ({ other }) => ({ params: { partnerID: other.partner.id }, body: { version: 0 } }),
  },
  confirmEmail: { own: () => ({ params: { token: 'no-such.token' } }) },
});
