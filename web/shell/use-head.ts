import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import type { PageDefinition } from '../app/page.ts';

/** A tag in the page's head; made when it is missing. */
function tag(name: 'meta' | 'link', key: 'name' | 'rel', value: string): HTMLElement {
  const found = document.head.querySelector<HTMLElement>(`${name}[${key}="${value}"]`);
  if (found) return found;
  const made = document.createElement(name);
  made.setAttribute(key, value);
  return document.head.appendChild(made);
}

/** What the browser, search engines and link previews are told of the page; gives its title. */
export function useHead(page: PageDefinition | undefined): string {
  const { pathname } = useLocation();
  const title = page ? `${page.label} | Wellport` : 'Page not found | Wellport';
  useEffect(() => {
    document.title = title;
    if (page?.description) tag('meta', 'name', 'description').setAttribute('content', page.description);
    // an address that leads nowhere is nobody's to find
    const isFound = page && !page.isPrivate;
    tag('meta', 'name', 'robots').setAttribute('content', isFound ? 'index, follow' : 'noindex');
    tag('link', 'rel', 'canonical').setAttribute('href', window.location.origin + pathname);
    if (!page?.isPrivate) return undefined;
    // a secret address is in no referrer and names itself to nobody
    tag('meta', 'name', 'referrer').setAttribute('content', 'no-referrer');
    tag('link', 'rel', 'canonical').remove();
    return () => tag('meta', 'name', 'referrer').remove();
  }, [title, page, pathname]);
  return title;
}
