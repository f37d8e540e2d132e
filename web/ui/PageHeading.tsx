import type { ReactNode } from 'react';
import { PageTitle } from './PageTitle.tsx';

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
