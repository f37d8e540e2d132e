import type { ReactNode } from 'react';

interface PageHeadingProps {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
}

export const PageHeading = ({ title, lead, actions }: PageHeadingProps) => (
  <header className="page-heading">
    <div>
      <h1>{title}</h1>
      {lead && <p>{lead}</p>}
    </div>
    {actions && <div className="page-actions">{actions}</div>}
  </header>
);
