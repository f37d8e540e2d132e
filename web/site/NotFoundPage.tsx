import { Link } from 'react-router-dom';
import { EmptyState } from '../ui/states.tsx';

export const NotFoundPage = () => (
  <EmptyState
    wholePage
    title="There is no page at this address"
    text="It may have moved, or the link may be cut short."
    action={<Link to="/">Go to the home page</Link>}
  />
);
