export type NoticeKind = 'success' | 'info' | 'warning' | 'error';

/** One message for the person; the text is shown as text, whatever it holds. */
export interface Notice {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly text: string;
  readonly requestId?: string;
  /** Stays in the message bar until it is closed; others pass as toasts. */
  readonly stays: boolean;
}

let notices: readonly Notice[] = [];
let last = 0;
const listeners = new Set<() => void>();

function change(next: readonly Notice[]) {
  notices = next;
  for (const listener of listeners) listener();
}

interface NoticeOptions {
  requestId?: string;
  stays?: boolean;
}

function post(kind: NoticeKind, text: string, options: NoticeOptions = {}): string {
  const same = notices.find((notice) => notice.stays && notice.kind === kind && notice.text === text);
  if (same) return same.id;
  last += 1;
  const id = `notice-${last}`;
  change([
    ...notices,
    { id, kind, text, requestId: options.requestId, stays: options.stays ?? kind === 'error' },
  ]);
  return id;
}

/** Tells the person something: errors stay in the message bar, the others pass as toasts. Gives the notice's id. */
export const notify = {
  success: (text: string, options?: NoticeOptions) => post('success', text, options),
  info: (text: string, options?: NoticeOptions) => post('info', text, options),
  warning: (text: string, options?: NoticeOptions) => post('warning', text, options),
  error: (text: string, options?: NoticeOptions) => post('error', text, options),
};

export const clearNotice = (id: string): void => change(notices.filter((notice) => notice.id !== id));
/** Takes the toasts away, not what stays in the message bar. */
export const clearToasts = (): void => change(notices.filter(({ stays }) => stays));
export const clearNotices = (): void => change([]);

/** The store, for `useSyncExternalStore`. */
export const noticeStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  read: () => notices,
};
