import { users } from '../shared/users/contract.ts';
import { callApi } from './api.ts';
import type { Me } from './session.tsx';

// Apart from the session, so that a visitor loads no contract.
export const loadMe = (): Promise<Me> => callApi(users.me, {});
