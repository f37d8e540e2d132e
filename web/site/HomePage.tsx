import { Link } from 'react-router-dom';
import { homeOf } from '../page.ts';
import { useSession } from '../session.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';

export default function HomePage() {
  const { me } = useSession();
  return (
    <PageHeading
      title="Fitness benefits that reach the people they are for"
      lead="Employers and insurers share the cost of a gym membership; members choose a club near them; every visit and every dollar is accounted for."
      actions={
        me && (
          <Link className={buttonClass('action')} to={homeOf[me.role]}>
            Go to your dashboard
          </Link>
        )
      }
    />
  );
}
