import { Link } from 'react-router-dom';
import { buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/states.tsx';

export const NotFoundPage = () => (
  <EmptyState
    wholePage
    title="Page not found"
    text="The page may have moved, or the link may be incomplete."
    action={
      <Link className={buttonClass()} to="/">
        Go to the home page
      </Link>
    }
  />
);
