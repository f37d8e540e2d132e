/** Whose the browser is now: a user's id, or null after logging out. */
type Owner = string | null;

let channel: BroadcastChannel | undefined;

/** One for sending and listening: a second one would hear what this tab itself tells. */
const tabs = (): BroadcastChannel => (channel ??= new BroadcastChannel('wellport-session'));

/** Tells the other tabs of this browser that somebody logged in or out here. */
export function tellOtherTabs(owner: Owner): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel stays within its origin
  tabs().postMessage(owner);
}

/** Listens to what other tabs tell; returns how to stop. */
export function onOtherTab(listener: (owner: Owner) => void): () => void {
  const hear = ({ data }: MessageEvent<unknown>) => listener(typeof data === 'string' ? data : null);
  tabs().addEventListener('message', hear);
  return () => tabs().removeEventListener('message', hear);
}
