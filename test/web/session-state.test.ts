import { describe, expect, it } from 'vitest';
import { initialSession, type Me, type SessionAction, sessionReducer } from '../../web/app/session-state.ts';

const user = (userId: string) => ({ userId }) as Me;
const stateAfter = (...actions: SessionAction[]) => actions.reduce(sessionReducer, initialSession(true));
const loaded: SessionAction = { type: 'loaded', me: user('A') };

describe('session state', () => {
  it('keeps a known user while the session reloads', () => {
    expect(stateAfter(loaded, { type: 'load' })).toMatchObject({ loading: false, me: user('A') });
    expect(stateAfter({ type: 'failed', error: 'offline' }, { type: 'load' })).toMatchObject({
      loading: true,
      error: undefined,
    });
  });

  it('removes the user and loads until an expired session is signed out', () => {
    const expired = stateAfter({ type: 'expired' });
    expect(expired).toMatchObject({ loading: true, me: undefined, error: undefined });
    expect(sessionReducer(expired, { type: 'settled' }).loading).toBe(false);
  });

  it('increases the user generation only when another user replaces the current one', () => {
    const generation = (...actions: SessionAction[]) => stateAfter(loaded, ...actions).userGeneration;
    expect(generation({ type: 'signedIn', me: user('A') })).toBe(0);
    expect(generation({ type: 'expired' }, { type: 'signedIn', me: user('B') })).toBe(0);
    expect(generation({ type: 'signedIn', me: user('B') })).toBe(1);
    expect(generation({ type: 'signedOut', path: '/' })).toBe(1);
    expect(generation({ type: 'replaced' })).toBe(1);
  });

  it('redirects to the public path after logging out until it is displayed or a user logs in', () => {
    const signedOut = stateAfter(loaded, { type: 'signOut' }, { type: 'signedOut', path: '/?login=true' });
    expect(signedOut).toMatchObject({ loading: false, me: undefined, signOutPath: '/?login=true' });
    expect(sessionReducer(signedOut, { type: 'redirected' }).signOutPath).toBeUndefined();
    expect(sessionReducer(signedOut, { type: 'signedIn', me: user('A') }).signOutPath).toBeUndefined();
  });
});
