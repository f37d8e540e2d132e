import type { ReactNode } from 'react';
import { useSiteConfig } from '../app/config.ts';
import { telAddress } from '../../shared/phone-text.ts';
import { Facility, PhoneWithFacility, Roster } from '../site/pictures/audiences.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import '../site/pictures.css';
import './dashboard.css';

const pictures = [
  { picture: <Roster />, text: 'Choose the participants and how the cost is shared.' },
  { picture: <Facility />, text: 'Your members choose a club near them.' },
  { picture: <PhoneWithFacility />, text: 'Every visit is counted and shown here.' },
];

interface WelcomeProps {
  title: string;
  /** The pictures appear until the set-up is complete; undefined while it is unknown. */
  isSetUp: boolean | undefined;
  children: ReactNode;
}

/** Home page of a partner: welcome, next steps, and contact (spec 2 §2). */
export function Welcome({ title, isSetUp, children }: WelcomeProps) {
  const support = useSiteConfig()?.contacts?.support;
  return (
    <>
      <PageHeading title={title} lead={isSetUp === false ? 'Set-up steps' : undefined} />
      {children}
      {isSetUp === false && (
        <div className="welcome-pictures">
          {pictures.map(({ picture, text }) => (
            <figure key={text}>
              {picture}
              <figcaption>{text}</figcaption>
            </figure>
          ))}
        </div>
      )}
      <p className="welcome-sign-off">
        We are glad to have you with us.
        <br />
        The Wellport support team
        {support?.phone && (
          <>
            {' · '}
            <a href={telAddress(support.phone)}>{support.phone}</a>
          </>
        )}
      </p>
    </>
  );
}
