import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { homeOf } from '../page.ts';
import { useSession } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { Logo } from '../ui/Logo.tsx';

interface HeaderProps {
  menuOpen: boolean;
  onMenu: () => void;
}

export function Header({ menuOpen, onMenu }: HeaderProps) {
  const { me, role, loading } = useSession();
  const [, setSearch] = useSearchParams();
  const signIn = () =>
    setSearch((before) => {
      const after = new URLSearchParams(before);
      after.set('login', 'true');
      return after;
    });
  return (
    <header className="shell-header">
      {me && (
        <div className="shell-menu">
          <Button
            kind="quiet"
            icon="menu"
            iconOnly
            onClick={onMenu}
            aria-expanded={menuOpen}
            aria-controls="sidebar"
          >
            Menu
          </Button>
        </div>
      )}
      {role === 'guest' ? (
        <Link to="/" className="shell-logo" aria-label="Wellport home">
          <Logo />
        </Link>
      ) : (
        <span className="shell-logo">
          <Logo />
        </span>
      )}
      <nav className="shell-links" aria-label="Areas">
        {me && <Link to={homeOf[me.role]}>Dashboard</Link>}
        {role === 'systemAdmin' && <Link to="/admin/partners">Partners</Link>}
      </nav>
      {me && <AccountMenu />}
      {!me && !loading && (
        <Button kind="primary" onClick={signIn}>
          Log in
        </Button>
      )}
    </header>
  );
}

function AccountMenu() {
  const { me, leave } = useSession();
  const navigate = useNavigate();
  if (!me) return null;
  const initials = me.fullName
    .split(' ')
    .map((word) => word[0] ?? '')
    .join('')
    .slice(0, 2)
    .toUpperCase();
  const logOut = async () => {
    await leave();
    await navigate('/');
  };
  return (
    <details className="account-menu">
      <summary aria-label={`Account of ${me.fullName}`}>
        <span className="initials" aria-hidden>
          {initials}
        </span>
        <span className="account-name">{me.fullName}</span>
      </summary>
      <div className="account-sheet">
        <p className="account-full-name">{me.fullName}</p>
        <p className="quiet">{me.email}</p>
        <Button icon="lock" onClick={() => void logOut()}>
          Log out
        </Button>
      </div>
    </details>
  );
}
