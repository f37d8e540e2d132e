export const LoadingPage = () => (
  <output className="loading-page">
    <span className="spinner" aria-hidden />
    Loading…
  </output>
);
