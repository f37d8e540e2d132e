import { PageTitle } from '../../ui/PageTitle.tsx';

/** For monitors: shows that the site is served and its scripts run. */
export default function HealthcheckPage() {
  return <PageTitle>OK!</PageTitle>;
}
