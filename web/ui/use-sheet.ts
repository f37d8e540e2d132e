import { type RefObject, useEffect, useRef } from 'react';

/**
 * A menu below its button. A click or the focus outside closes it, and so does Escape, which returns the focus to the
 * button.
 */
export function useSheet<Frame extends HTMLElement>(
  open: boolean,
  close: () => void,
): RefObject<Frame | null> {
  const frame = useRef<Frame>(null);
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!open) return () => {};
    const closeOutside = (event: Event) => {
      if (!frame.current?.contains(event.target as Node)) latest.current();
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      latest.current();
      frame.current?.querySelector<HTMLElement>('button[aria-expanded]')?.focus();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', escape);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('keydown', escape);
    };
  }, [open]);
  return frame;
}
