import { type RefObject, useContext, useEffect, useRef } from 'react';
import { UNSAFE_DataRouterContext, useBlocker } from 'react-router-dom';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';

interface LeaveGuardProps {
  dirty: boolean;
  /** Compares the values when the user leaves; `dirty` is also true after a field was only visited. */
  hasEntries: () => boolean;
  /** True while the form sends, so that a redirect after saving is not blocked. */
  sending: RefObject<boolean>;
}

function RouteGuard({ dirty, hasEntries, sending }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && !sending.current && currentLocation.pathname !== nextLocation.pathname && hasEntries(),
  );
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title="Leave without saving?"
      text="Your changes on this page are not saved."
      action="Leave page"
      cancel="Stay here"
      danger
      onResult={(isConfirmed) => (isConfirmed ? blocker.proceed?.() : blocker.reset?.())}
    />
  );
}

/** Confirms before input is lost by closing the tab or following a link. */
export function LeaveGuard(props: LeaveGuardProps) {
  const router = useContext(UNSAFE_DataRouterContext);
  const { dirty, hasEntries } = props;
  const latest = useRef(hasEntries);
  useEffect(() => void (latest.current = hasEntries));
  useEffect(() => {
    const preventUnload = (event: BeforeUnloadEvent) => {
      if (dirty && latest.current()) event.preventDefault();
    };
    window.addEventListener('beforeunload', preventUnload);
    return () => window.removeEventListener('beforeunload', preventUnload);
  }, [dirty]);
  return router ? <RouteGuard {...props} /> : null;
}
