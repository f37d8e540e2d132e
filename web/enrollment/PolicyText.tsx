import { createElement, type ReactNode, useEffect, useMemo, useRef } from 'react';

const allowed = new Set(['H3', 'H4', 'P', 'UL', 'OL', 'LI', 'STRONG', 'EM', 'BR']);

/** Only words and plain structure pass; attributes never do, and the text of anything else stays text. */
const safeNodes = (parent: Node, key = ''): ReactNode[] =>
  [...parent.childNodes].map((node, index) => {
    const nodeKey = `${key}${index}`;
    if (node.nodeType === Node.TEXT_NODE) return node.textContent;
    if (!(node instanceof HTMLElement) || !allowed.has(node.tagName)) return null;
    const children = safeNodes(node, `${nodeKey}.`);
    return createElement(node.tagName.toLowerCase(), { key: nodeKey }, ...children);
  });

interface PolicyTextProps {
  html: string;
  label: string;
  /** The code that proves that the member can read the records. */
  code?: string | undefined;
  /** When it changes, the text receives the focus of a control that was removed. */
  isAgreed?: boolean;
  onEnd?: () => void;
}

/** The policy's HTML, drawn from its parts so that nothing in it can run. */
export function PolicyText({ html, label, code, isAgreed, onEnd }: PolicyTextProps) {
  const nodes = useMemo(() => safeNodes(new DOMParser().parseFromString(html, 'text/html').body), [html]);
  const box = useRef<HTMLElement>(null);
  const end = useRef<HTMLSpanElement>(null);
  const tell = useRef(onEnd);
  useEffect(() => {
    tell.current = onEnd;
  });
  useEffect(() => {
    if (isAgreed !== undefined && document.activeElement === document.body) box.current?.focus();
  }, [isAgreed]);
  useEffect(() => {
    if (!end.current) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) tell.current?.();
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, []);
  return (
    // a box that scrolls has to be reachable by keyboard
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section ref={box} className="policy-text" aria-label={label} tabIndex={0}>
      {code !== undefined && (
        <p>
          Your code: <strong className="policy-code">{code}</strong>
        </p>
      )}
      {nodes}
      <span ref={end} className="end-of-text" aria-hidden />
    </section>
  );
}
