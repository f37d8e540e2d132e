import { actionOf } from './step-up.ts';
import type { Endpoint } from '../endpoint.ts';

export const initialPasswordUsed =
  'This password worked once. Choose your own with "Forgot password?". You were not logged in.';

export const chooseOwnPassword = 'Choose your own password first: an administrator chose the current one.';

const endpoints: readonly string[] = [
  'users.me',
  'users.changePassword',
  'users.logout',
  'users.refreshSession',
];

/** Endpoints of a user who logged in with a password that an administrator chose. */
export const isBeforeOwnPassword = (endpoint: Pick<Endpoint, 'area' | 'name'>): boolean =>
  endpoints.includes(actionOf(endpoint));
