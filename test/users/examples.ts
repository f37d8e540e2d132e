import { users } from '../../shared/users/contract.ts';
import { examplesOf } from '../support/examples.ts';

export const examples = examplesOf(users, {
  me: { own: () => ({}) },
});
