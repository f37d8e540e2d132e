import { Link } from 'react-router-dom';
import { buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/states.tsx';

export const NotFoundPage = () => (
  <EmptyState
    wholePage
    title="There is no page at this address"
    text="It may have moved, or the link may be cut short."
    action={
      <Link className={buttonClass()} to="/">
        Go to the home page
      </Link>
    }
  />
);
