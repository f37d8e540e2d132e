/** For monitors: shows that the site is served and its scripts run. */
export default function HealthcheckPage() {
  return <h1>OK!</h1>;
}
