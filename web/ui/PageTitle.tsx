import { type ComponentProps, useLayoutEffect, type ReactNode } from 'react';

let mounted = 0;
const listeners = new Set<(isMounted: boolean) => void>();

function change(by: 1 | -1): void {
  mounted += by;
  for (const listener of listeners) listener(mounted > 0);
}

/** The page's h1. While none is mounted, the layout renders one for screen readers (web/shell/Shell.tsx). */
export function PageTitle({ children, ...props }: ComponentProps<'h1'>) {
  // a layout effect, so that no frame contains both titles
  useLayoutEffect(() => {
    change(1);
    return () => change(-1);
  }, []);
  return <h1 {...props}>{children}</h1>;
}

/** Calls the listener with whether a `PageTitle` is mounted, now and after each change; returns the unsubscribe function. */
export function subscribeToPageTitle(listener: (isMounted: boolean) => void): () => void {
  listeners.add(listener);
  listener(mounted > 0);
  return () => void listeners.delete(listener);
}

interface PageHeadingProps {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
}

export const PageHeading = ({ title, lead, actions }: PageHeadingProps) => (
  <header className="page-heading">
    <div>
      <PageTitle>{title}</PageTitle>
      {lead && <p>{lead}</p>}
    </div>
    {actions && <div className="page-actions">{actions}</div>}
  </header>
);
