import type { ReactNode } from 'react';
import { SWRConfig } from 'swr';

const emptyCache = { provider: () => new Map() };

/** Gives its children an empty cache, so that a user sees no data of the previous user. */
export const EmptyCache = ({ children }: { children: ReactNode }) => (
  <SWRConfig value={emptyCache}>{children}</SWRConfig>
);
