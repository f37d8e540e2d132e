import { useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { clearNotice, type Notice, noticeStore } from '../app/notices.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { noticeIcons } from './MessageBar.tsx';
import { toastElement } from '../ui/toast-container.ts';
import { elapsed, startTimer, stopTimer } from '../platform/time-and-chance.ts';

/** Display time and closing animation, in milliseconds (specification 1 §9). */
const toastTime = 5000;
const toastClosing = 400;

function Toast({ notice, paused, onDismiss }: { notice: Notice; paused: boolean; onDismiss: () => void }) {
  const [closing, setClosing] = useState(false);
  const left = useRef(toastTime);
  const close = useCallback(() => setClosing(true), []);

  useEffect(() => {
    if (paused || closing) return () => {};
    const since = elapsed();
    const timer = startTimer(close, left.current);
    return () => {
      stopTimer(timer);
      left.current -= elapsed() - since;
    };
  }, [paused, closing, close]);

  useEffect(() => {
    if (!closing) return () => {};
    const timer = startTimer(() => {
      clearNotice(notice.id);
      requestAnimationFrame(onDismiss);
    }, toastClosing);
    return () => stopTimer(timer);
  }, [closing, notice.id, onDismiss]);

  return (
    <div className={`alert toast alert-${notice.kind}`} data-closing={closing}>
      <Icon name={noticeIcons[notice.kind]} />
      <div>
        <p className="alert-title">{notice.text}</p>
      </div>
      <Button small kind="quiet" icon="close" iconOnly onClick={close}>
        Close notice
      </Button>
    </div>
  );
}

/**
 * Notices that disappear after 5000 ms, unless they have the pointer or the focus. The live region is always rendered,
 * so that screen readers announce the first notice too.
 */
export function Toasts() {
  const notices = useSyncExternalStore(noticeStore.subscribe, noticeStore.read, noticeStore.read).filter(
    ({ isPersistent }) => !isPersistent,
  );
  const [over, setOver] = useState(false);
  const [focused, setFocused] = useState(false);
  const section = useRef<HTMLElement>(null);
  // removing a notice fires no blur or pointerleave event
  const update = useCallback(() => {
    setFocused(section.current?.contains(document.activeElement) ?? false);
    setOver(section.current?.matches(':hover') ?? false);
  }, []);
  const frame = useRef<HTMLDivElement>(null);
  const [element, setElement] = useState<HTMLElement>();
  useLayoutEffect(() => setElement(frame.current ? toastElement(frame.current) : undefined), []);
  const list = (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- these only pause the timer
    <section
      ref={section}
      className="toasts"
      aria-label="Notices"
      aria-live="polite"
      aria-relevant="additions"
      onPointerEnter={() => setOver(true)}
      onPointerLeave={() => setOver(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {notices.map((notice) => (
        <Toast key={notice.id} notice={notice} paused={over || focused} onDismiss={update} />
      ))}
    </section>
  );
  return <div ref={frame}>{element && createPortal(list, element)}</div>;
}
