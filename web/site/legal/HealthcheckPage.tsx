/** What a monitor looks for: the site is served and its scripts run. */
export default function HealthcheckPage() {
  return <h1>OK!</h1>;
}
