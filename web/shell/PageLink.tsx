import type { ReactNode } from 'react';
import { Link, matchPath } from 'react-router-dom';
import { pages } from '../app/routes.tsx';

/** Whether the route table has a page for an address. */
export const hasPage = (to: string): boolean =>
  pages.some(({ path }) => matchPath(path, to.replace(/[?#].*$/, '')) !== null);

interface PageLinkProps {
  to: string;
  children: ReactNode;
  /** What stands there while the page does not; nothing when it is not given. */
  otherwise?: ReactNode;
}

/** A link that is offered only where its page is there. */
export const PageLink = ({ to, children, otherwise = null }: PageLinkProps) =>
  hasPage(to) ? <Link to={to}>{children}</Link> : otherwise;
