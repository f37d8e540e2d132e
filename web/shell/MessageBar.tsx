import { useSyncExternalStore } from 'react';
import { clearNotice, type NoticeKind, noticeStore } from '../app/notices.ts';
import { Button } from '../ui/Button.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';

export const noticeIcons: Record<NoticeKind, IconName> = {
  success: 'check-circle',
  info: 'info',
  warning: 'warning',
  error: 'error',
};

/** Messages below the header that stay until they are closed; always text, never HTML. */
export function MessageBar() {
  const notices = useSyncExternalStore(noticeStore.subscribe, noticeStore.read, noticeStore.read).filter(
    ({ isPersistent }) => isPersistent,
  );
  return (
    <div className="message-bar" role="alert">
      {notices.map(({ id, kind, text, requestId }) => (
        <div className={`alert alert-${kind}`} key={id}>
          <Icon name={noticeIcons[kind]} />
          <div>
            <p className="alert-title">{text}</p>
            {requestId && <p className="quiet">Request ID: {requestId}</p>}
          </div>
          <Button small kind="quiet" icon="close" iconOnly onClick={() => clearNotice(id)}>
            Close message
          </Button>
        </div>
      ))}
    </div>
  );
}
