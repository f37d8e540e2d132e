import { singleSignOn } from '../../shared/contracts/single-sign-on.ts';
import { newId } from '../platform/time-and-chance.ts';
import { CallError } from '../platform/call-error.ts';
import { callApi } from './api.ts';
import { inTab } from './draft-storage.ts';
import { hashOf } from './session-requests.ts';

const secretKey = 'wellport-browser-secret';

/** The secret in a browser that blocks storage, until the page is left. */
const unstored = `${newId()}-${newId()}`;

/** Returns the secret of this tab, which a log-in at a provider needs when it returns. A window that the tab opens has the same one. */
export const browserSecret = (): string =>
  inTab((storage) => {
    const secret = storage.getItem(secretKey) ?? unstored;
    storage.setItem(secretKey, secret);
    return secret;
  }) ?? unstored;

export const browserBinding = (): Promise<string> => hashOf(browserSecret());

/** Returns where the person of an address or an emailed invitation logs in; `redirectUrl` opens afterward. */
export async function startLogin(
  person: { userName: string } | { invitation: string },
  redirectUrl: string | undefined,
) {
  const { pathname, search, hash } = window.location;
  const query = new URLSearchParams(search);
  query.delete('login');
  const here = pathname === '/' ? undefined : `${pathname}${query.size > 0 ? `?${query}` : ''}${hash}`;
  const binding = await browserBinding();
  const body = { ...person, binding, redirectUrl: (redirectUrl ?? here)?.slice(0, 2000) };
  const started = await callApi(singleSignOn.startLogin, { body });
  if (started.address !== null && inTab((storage) => storage.getItem(secretKey)) !== browserSecret())
    throw new CallError({
      status: 422,
      message:
        'Your browser blocks the storage that the log-in of your employer needs. Allow site data for this page, and try again.',
      fields: { provider: 'Storage is blocked.' },
    });
  return started;
}

interface ProofMessage {
  binding: string;
  proof: string;
}

const openChannel = () => new BroadcastChannel('wellport-provider-proof');

/**
 * Opens the provider's page in a window of its own, because the page that requests the action has unsaved input. Called
 * synchronously by a click, otherwise browsers block the window.
 */
export function openProviderWindow(action: string): { window: Window | null; address: Promise<string> } {
  // before the window opens, which copies it
  browserSecret();
  const opened = window.open('', 'wellport-provider', 'popup,width=520,height=720');
  const load = async () => {
    const binding = await browserBinding();
    return (await callApi(singleSignOn.beginProviderProof, { body: { action, binding } })).address;
  };
  return { window: opened, address: load() };
}

/** Calls the listener with the proof that a window of this tab received; returns the function that stops it. */
export function onProviderProof(listener: (proof: string) => void): () => void {
  const channel = openChannel();
  const own = browserBinding();
  channel.addEventListener('message', ({ data }: MessageEvent<ProofMessage>) => {
    void own.then((binding) => data.binding === binding && listener(data.proof));
  });
  return () => channel.close();
}

export async function sendProviderProof(proof: string): Promise<void> {
  const binding = await browserBinding();
  const channel = openChannel();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel stays within its origin
  channel.postMessage({ binding, proof } satisfies ProofMessage);
  channel.close();
}
