import { GuestHome } from './GuestHome.tsx';

export default function HomePage() {
  return <GuestHome />;
}
