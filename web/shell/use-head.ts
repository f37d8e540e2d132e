import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import type { PageDefinition } from '../app/page.ts';

/** Returns a tag of the page's head, and creates it if it is missing. */
function tag(name: 'meta' | 'link', key: 'name' | 'rel', value: string): HTMLElement {
  const existing = document.head.querySelector<HTMLElement>(`${name}[${key}="${value}"]`);
  if (existing) return existing;
  const created = document.createElement(name);
  created.setAttribute(key, value);
  return document.head.appendChild(created);
}

/** Sets the title and metadata for the browser, search engines, and link previews; returns the title. */
export function useHead(page: PageDefinition | undefined): string {
  const { pathname } = useLocation();
  const title = page ? `${page.label} | Wellport` : 'Page not found | Wellport';
  useEffect(() => {
    document.title = title;
    if (page?.description) tag('meta', 'name', 'description').setAttribute('content', page.description);
    // unknown addresses are not for search engines
    const isFound = page && !page.isPrivate;
    tag('meta', 'name', 'robots').setAttribute('content', isFound ? 'index, follow' : 'noindex');
    tag('link', 'rel', 'canonical').setAttribute('href', window.location.origin + pathname);
    if (!page?.isPrivate) return undefined;
    // a secret address must not be sent as a referrer
    tag('meta', 'name', 'referrer').setAttribute('content', 'no-referrer');
    tag('link', 'rel', 'canonical').remove();
    return () => tag('meta', 'name', 'referrer').remove();
  }, [title, page, pathname]);
  return title;
}
