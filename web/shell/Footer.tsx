const year = new Date().getFullYear();

/** The foot of every page. */
export const Footer = () => (
  <footer className="shell-footer">
    <p>© {year} Wellport. Wellness and fitness benefits for employers, insurers and their people.</p>
  </footer>
);
