import { CallError, requestFailed } from '../platform/call-error.ts';

export type NoticeKind = 'success' | 'info' | 'warning' | 'error';

export interface Notice {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly text: string;
  readonly requestId?: string;
  /** Shown in the message bar until closed; others are toasts. */
  readonly isPersistent: boolean;
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
  isPersistent?: boolean;
}

function post(kind: NoticeKind, text: string, options: NoticeOptions = {}): string {
  const same = notices.find((notice) => notice.isPersistent && notice.kind === kind && notice.text === text);
  if (same) return same.id;
  last += 1;
  const id = `notice-${last}`;
  change([
    ...notices,
    { id, kind, text, requestId: options.requestId, isPersistent: options.isPersistent ?? kind === 'error' },
  ]);
  return id;
}

export const notify = {
  success: (text: string, options?: NoticeOptions) => post('success', text, options),
  info: (text: string, options?: NoticeOptions) => post('info', text, options),
  warning: (text: string, options?: NoticeOptions) => post('warning', text, options),
  error: (text: string, options?: NoticeOptions) => post('error', text, options),
};

/** Shows a failure in the message bar; for a 401, the login popup is already open. */
export function showFailure(error: unknown): void {
  if (!(error instanceof CallError)) notify.error(requestFailed);
  else if (error.status !== 401) notify.error(error.message, { requestId: error.requestId });
}

/** Replaces a message of the message bar by a warning; without it, shows the warning as a toast. */
export function replaceNotice(replaced: string, text: string): void {
  const remaining = notices.filter((notice) => !notice.isPersistent || notice.text !== replaced);
  const isPersistent = remaining.length < notices.length;
  change(remaining);
  notify.warning(text, { isPersistent });
}

export const clearNotice = (id: string): void => change(notices.filter((notice) => notice.id !== id));
/** Removes the toasts, but not the notices in the message bar. */
export const clearToasts = (): void => change(notices.filter(({ isPersistent }) => isPersistent));
export const clearNotices = (): void => change([]);

export const noticeStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  read: () => notices,
};
