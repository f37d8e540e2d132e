/** Shown until the session and the page conditions are loaded. */
export const LoadingPage = () => (
  <output className="loading-page">
    <span className="spinner" aria-hidden />
    Loading…
  </output>
);
