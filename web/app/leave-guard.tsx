import { type RefObject, useContext, useEffect } from 'react';
import { UNSAFE_DataRouterContext, useBlocker } from 'react-router-dom';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';

interface LeaveGuardProps {
  dirty: boolean;
  /** True while the form sends: a page that moves on after saving is not stopped. */
  sending: RefObject<boolean>;
}

function RouteGuard({ dirty, sending }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && !sending.current && currentLocation.pathname !== nextLocation.pathname,
  );
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title="Leave without saving?"
      text="What you typed on this page has not been saved."
      action="Leave the page"
      cancel="Stay here"
      danger
      onAnswer={(leave) => (leave ? blocker.proceed?.() : blocker.reset?.())}
    />
  );
}

/** Asks before typed text is lost, by closing the tab or by following a link. */
export function LeaveGuard(props: LeaveGuardProps) {
  const router = useContext(UNSAFE_DataRouterContext);
  const { dirty } = props;
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (dirty) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);
  return router ? <RouteGuard {...props} /> : null;
}
