/** While nobody knows yet who is there, or what they may see. */
export const LoadingPage = () => (
  <output className="loading-page">
    <span className="spinner" aria-hidden />
    Loading…
  </output>
);
