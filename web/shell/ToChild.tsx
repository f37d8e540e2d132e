import { Navigate } from 'react-router-dom';
import type { PageDefinition } from '../app/page.ts';

export const ToChild = ({ path, page }: { path: string; page: PageDefinition }) => (
  <Navigate replace to={page.path.slice(path.length + 1)} />
);
