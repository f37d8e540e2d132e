import type { ReactNode } from 'react';
import { SWRConfig } from 'swr';

const emptyCache = { provider: () => new Map() };

/** What is below it has read nothing yet: another person sees nothing of the one before. */
export const EmptyCache = ({ children }: { children: ReactNode }) => (
  <SWRConfig value={emptyCache}>{children}</SWRConfig>
);
