import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { useLinks } from '../app/links.ts';
import { LoadingPage } from '../shell/LoadingPage.tsx';
import { EmptyState } from '../ui/states.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';

/** Clubs have their dashboard elsewhere: shows a loader and goes on to the address that the deployment names. */
export default function FacilityDashboardPage() {
  const links = useLinks();
  const address = links?.facilityDashboard;
  useEffect(() => {
    if (address) window.location.assign(address);
  }, [address]);
  if (!links || address) return <LoadingPage />;
  return (
    <>
      <PageHeading title="Your club" />
      <EmptyState
        icon="external"
        title="There is no club dashboard yet"
        text="Your club's dashboard is not set up yet. Ask your administrator. You can still open a member's agreement by the link that you were given."
        action={<Link to="/">Go to the home page</Link>}
      />
    </>
  );
}
