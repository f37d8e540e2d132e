import { Link } from 'react-router-dom';
import { GuestHome } from './GuestHome.tsx';
import { homeOf } from '../app/page.ts';
import { useSession } from '../app/session.tsx';
import { buttonClass } from '../ui/Button.tsx';

export default function HomePage() {
  const { me } = useSession();
  return (
    <GuestHome
      dashboard={
        me && (
          <Link className={buttonClass('action')} to={homeOf[me.role]}>
            Go to your dashboard
          </Link>
        )
      }
    />
  );
}
