import { useLayoutEffect, useState } from 'react';
import { subscribeToPageTitle } from '../ui/PageTitle.tsx';

/** The page's label as h1 for screen readers, while the page itself renders no `PageTitle`. */
export function StandInTitle({ label }: { label: string }) {
  const [hasTitle, setHasTitle] = useState(true);
  useLayoutEffect(() => subscribeToPageTitle(setHasTitle), []);
  return hasTitle ? null : (
    <h1 className="hidden-text" data-stand-in>
      {label}
    </h1>
  );
}
