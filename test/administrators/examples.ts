import { administrators } from '../../shared/contracts/administrators.ts';
import { examplesOf } from '../support/examples.ts';

export const examples = examplesOf(administrators, {
  list: { own: () => ({}) },
  invite: {
    own: () => ({ body: { firstName: 'Ida', lastName: 'Holm', email: 'ida@administrators.test' } }),
  },
  approve: { own: () => ({ params: { administratorId: 'user-of-nobody' } }) },
  allowFullNumbers: { own: () => ({ params: { administratorId: 'user-of-nobody' } }) },
  cancelRemoval: { own: () => ({ params: { administratorId: 'user-of-nobody' } }) },
  remove: { own: () => ({ params: { administratorId: 'user-of-nobody' } }) },
});
