import { useEffect } from 'react';

/** What search engines and link previews say of the page. */
export function useDescription(text: string): void {
  useEffect(() => {
    document.querySelector('meta[name=description]')?.setAttribute('content', text);
  }, [text]);
}
