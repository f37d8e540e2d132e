/** ID of the signed-in user; null after logging out. */
type Owner = string | null;

let channel: BroadcastChannel | undefined;

/** Shared for sending and listening: a second channel would receive this tab's own messages. */
const tabs = (): BroadcastChannel => (channel ??= new BroadcastChannel('wellport-session'));

/** Notifies the other tabs of this browser of a login or logout. */
export function notifyOtherTabs(owner: Owner): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel stays within its origin
  tabs().postMessage(owner);
}

/** Subscribes to notifications from other tabs; returns the unsubscribe function. */
export function onOtherTab(listener: (owner: Owner) => void): () => void {
  const onMessage = ({ data }: MessageEvent<unknown>) => listener(typeof data === 'string' ? data : null);
  tabs().addEventListener('message', onMessage);
  return () => tabs().removeEventListener('message', onMessage);
}
