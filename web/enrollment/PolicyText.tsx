import { createElement, type ReactNode, useMemo } from 'react';

const allowed = new Set(['H3', 'H4', 'P', 'UL', 'OL', 'LI', 'STRONG', 'EM', 'BR']);

/** Only words and plain structure pass; attributes never do, and the text of anything else stays text. */
function safeNodes(parent: Node, key = ''): ReactNode[] {
  return [...parent.childNodes].map((node, index) => {
    const place = `${key}${index}`;
    if (node.nodeType === Node.TEXT_NODE) return node.textContent;
    if (!(node instanceof HTMLElement) || !allowed.has(node.tagName)) return null;
    const children = safeNodes(node, `${place}.`);
    return createElement(node.tagName.toLowerCase(), { key: place }, ...children);
  });
}

/** The policy's HTML, drawn from its parts so that nothing in it can run. */
export function PolicyText({ html, label }: { html: string; label: string }) {
  const nodes = useMemo(() => safeNodes(new DOMParser().parseFromString(html, 'text/html').body), [html]);
  return (
    // a box that scrolls has to be reachable by keyboard
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="policy-text" aria-label={label} tabIndex={0}>
      {nodes}
    </section>
  );
}
