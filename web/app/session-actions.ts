import { type ActionDispatch, type RefObject, useCallback, useEffect, useState } from 'react';
import { CallError } from '../platform/call-error.ts';
import { authClient } from './auth-client.ts';
import { downloads } from './downloads.ts';
import { deleteAllDrafts } from './draft-storage.ts';
import { clearNotices } from './notices.ts';
import { proofMemory } from './proof-memory.ts';
import type { Credentials } from './session-requests.ts';
import type { SessionAction } from './session-state.ts';

const requests = () => import('./session-requests.ts');

async function signOutHere(): Promise<string | undefined> {
  try {
    return await (await import('./sign-in.ts')).signOut();
  } catch (error) {
    reportError(error);
    return undefined;
  }
}

/** Deletes the input and files of a user, so that the next user of this browser does not see them. */
function deleteUserData(): void {
  deleteAllDrafts();
  proofMemory.clear();
  downloads.clear();
  // the access pass of this phone (web/visits/pass/stored-pass.ts)
  globalThis.indexedDB?.deleteDatabase('wellport-pass');
}

/** Discards the response of an earlier session request after a login or logout. */
function createRequestGuard() {
  let current: symbol | undefined;
  let signingOut: Promise<unknown> | undefined;
  return {
    begin: () => (current = Symbol('session request')),
    end: () => void (current = undefined),
    isPending: () => current !== undefined,
    isCurrent: (request: symbol) => request === current,
    setSigningOut: (promise: Promise<unknown>) => (signingOut = promise),
    signedOut: () => signingOut,
  };
}

export interface SessionActions {
  dispatch: ActionDispatch<[SessionAction]>;
  /** ID of the current user, for responses that arrive later. */
  userId: RefObject<string | undefined>;
  requestGuard: ReturnType<typeof createRequestGuard>;
}

export const useRequestGuard = () => useState(createRequestGuard)[0];

export function useLoadSession({ dispatch, requestGuard }: SessionActions): () => void {
  const load = useCallback(() => {
    const request = requestGuard.begin();
    const finish = (action: SessionAction) => {
      if (!requestGuard.isCurrent(request)) return;
      requestGuard.end();
      dispatch(action);
    };
    const fail = async (error: unknown) => {
      const isExpired = error instanceof CallError && error.status === 401;
      if (!isExpired || !requestGuard.isCurrent(request)) return finish({ type: 'failed', error });
      dispatch({ type: 'expired' });
      await requestGuard.setSigningOut(signOutHere());
      finish({ type: 'settled' });
    };
    dispatch({ type: 'load' });
    // both at the same time: the code of requests and that of the token
    authClient.token().catch(() => undefined);
    requests()
      .then(({ loadMe }) => loadMe())
      .then((me) => finish({ type: 'loaded', me }))
      .catch(fail);
  }, [dispatch, requestGuard]);
  useEffect(() => {
    if (authClient.hasStoredSession()) load();
  }, [load]);
  return load;
}

/** See `Session.signIn`. */
export const useSignIn = ({ dispatch, userId, requestGuard }: SessionActions) =>
  useCallback(
    async (userName: string, credentials: Credentials, redirectUrl?: string) => {
      const beforeStoring = async () => {
        requestGuard.end();
        await requestGuard.signedOut();
      };
      const { signIn } = await requests();
      const result = await signIn({ userName, credentials, redirectUrl, beforeStoring }).catch(
        (error: unknown) => {
          if (!requestGuard.isPending()) dispatch({ type: 'settled' });
          throw error;
        },
      );
      if ('challenge' in result) return result;
      const { me } = result;
      // after an expired session, the same user finds the page and its input unchanged
      if (userId.current !== undefined && userId.current !== me.userId) deleteUserData();
      dispatch({ type: 'signedIn', me });
      authClient.notifySignedIn();
      notifyOtherTabs(me.userId);
      return result;
    },
    [dispatch, userId, requestGuard],
  );

/** See `Session.signOut`. */
export const useSignOut = ({ dispatch, requestGuard }: SessionActions) =>
  useCallback(
    async (path = '/') => {
      // unmounts the page first: its requests would fail with 401
      dispatch({ type: 'signOut' });
      requestGuard.end();
      authClient.notifySignedOut();
      // the other tabs as well, before the tokens are deleted
      notifyOtherTabs(null);
      const providerAddress = await signOutHere();
      deleteUserData();
      if (providerAddress) window.location.assign(providerAddress);
      dispatch({ type: 'signedOut', path });
    },
    [dispatch, requestGuard],
  );

export function useOtherTabs({ dispatch, userId, requestGuard }: SessionActions, load: () => void): void {
  useEffect(
    () =>
      onOtherTab((otherUserId) => {
        const isGuest = userId.current === undefined && !requestGuard.isPending();
        if (isGuest || userId.current === otherUserId) return;
        clearNotices();
        requestGuard.end();
        deleteUserData();
        if (otherUserId === null) {
          authClient.notifySignedOut();
          dispatch({ type: 'signedOut', path: '/' });
        } else {
          dispatch({ type: 'replaced' });
          load();
        }
      }),
    [dispatch, load, userId, requestGuard],
  );
}

/** ID of the signed-in user; null after logging out. */
type Owner = string | null;

let channel: BroadcastChannel | undefined;

/** Shared for sending and listening: a second channel would receive this tab's own messages. */
const tabs = (): BroadcastChannel => (channel ??= new BroadcastChannel('wellport-session'));

function notifyOtherTabs(owner: Owner): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel stays within its origin
  tabs().postMessage(owner);
}

function onOtherTab(listener: (owner: Owner) => void): () => void {
  const onMessage = ({ data }: MessageEvent<unknown>) => listener(typeof data === 'string' ? data : null);
  tabs().addEventListener('message', onMessage);
  return () => tabs().removeEventListener('message', onMessage);
}
