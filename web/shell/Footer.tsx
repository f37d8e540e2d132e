import { Link } from 'react-router-dom';
import { paths } from '../app/addresses.ts';
import { openCookieSettings } from '../app/consent.ts';
import { useSession } from '../app/session.tsx';
import { AppearanceChoice } from './AppearanceChoice.tsx';
import { now } from '../platform/time-and-chance.ts';
import './footer.css';

const year = now().getFullYear();

const links: readonly [path: string, label: string][] = [
  [paths.privacy, 'Privacy notice'],
  [paths.consumerHealthPrivacy, 'Consumer health privacy notice'],
  [paths.termsOfUse, 'Terms of use'],
  [paths.accessibility, 'Accessibility and maintenance'],
  [paths.siteMap, 'Site map'],
];

/** The footer of every page (spec 1 §2.4). */
export function Footer() {
  const { me } = useSession();
  return (
    <footer className="shell-footer">
      <nav aria-label="Footer">
        <ul>
          {links.map(([path, label]) => (
            <li key={path}>
              <Link to={path}>{label}</Link>
            </li>
          ))}
          <li>
            <button type="button" onClick={openCookieSettings}>
              Cookie settings
            </button>
          </li>
        </ul>
      </nav>
      <div className="footer-end">
        {/* prerendered pages show the year of the build until hydration */}
        <p suppressHydrationWarning>© {year} Wellport</p>
        <Link to={paths.accessibility} className="accessibility-badge">
          <svg width="28" height="28" viewBox="0 0 28 28" aria-hidden focusable="false">
            <circle cx="14" cy="14" r="13" className="badge-ground" />
            <circle cx="14" cy="7.6" r="2.1" className="badge-head" />
            <path
              d="M7 11.2l5 1.1v4.2l-2 6M21 11.2l-5 1.1v4.2l2 6M12 12.3h4M12 16.5h4"
              className="badge-body"
            />
          </svg>
          <span>
            Accessibility reviewed
            <br />
            WCAG 2.2 AA
          </span>
        </Link>
        {!me && <AppearanceChoice />}
      </div>
    </footer>
  );
}
