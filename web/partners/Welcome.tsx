import type { ReactNode } from 'react';
import { useSiteConfig } from '../app/config.ts';
import { dialled } from '../site/dialled.ts';
import { Club, PhoneWithClub, Roster } from '../site/pictures/audiences.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import '../site/pictures.css';
import './dashboard.css';

const pictures = [
  { picture: <Roster />, text: 'You decide who takes part, and who pays.' },
  { picture: <Club />, text: 'Your members choose a club near them.' },
  { picture: <PhoneWithClub />, text: 'Every visit counts and is seen here.' },
];

/** The first page of a partner: a welcome, what comes next, and whom to call (spec 2 §2). */
export function Welcome({ name, children }: { name: string; children: ReactNode }) {
  const support = useSiteConfig()?.contacts?.support;
  return (
    <>
      <PageHeading title={`Welcome, ${name}`} lead="What is set up, and what comes next." />
      {children}
      <div className="welcome-pictures">
        {pictures.map(({ picture, text }) => (
          <figure key={text}>
            {picture}
            <figcaption>{text}</figcaption>
          </figure>
        ))}
      </div>
      <p className="welcome-sign-off">
        We are glad to have you with us.
        <br />
        The Wellport support team
        {support?.phone && (
          <>
            {' · '}
            <a href={dialled(support.phone)}>{support.phone}</a>
          </>
        )}
      </p>
    </>
  );
}
