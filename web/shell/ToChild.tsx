import { Navigate } from 'react-router-dom';
import type { PageDefinition } from '../app/page.ts';

/** Leads from a parent's address to a page below it; the ids in between are in the parent's own address. */
export const ToChild = ({ path, page }: { path: string; page: PageDefinition }) => (
  <Navigate replace to={page.path.slice(path.length + 1)} />
);
