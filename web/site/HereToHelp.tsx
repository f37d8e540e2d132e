import type { ReactNode } from 'react';
import { PageHeading } from '../ui/PageTitle.tsx';
import { type SiteConfig, useSiteConfig } from '../app/config.ts';
import { Icon } from '../ui/Icon.tsx';
import { telAddress } from '../../shared/phone-text.ts';
import './visitor-forms.css';

type Contact = NonNullable<SiteConfig['contacts']>['sales'];

const desks = [
  { desk: 'sales', title: 'Sales', text: 'For employers, insurers, and clubs that want to join.' },
  { desk: 'support', title: 'Support', text: 'For members and existing partners and clubs.' },
] as const;

interface Heading {
  title: string;
  lead: string;
}

/** A page with a form and the contacts beside it. */
export const besideForm =
  ({ title, lead }: Heading, form: ReactNode) =>
  (): ReactNode => (
    <>
      <PageHeading title={title} lead={lead} />
      <div className="with-aside">
        {form}
        <HereToHelp />
      </div>
    </>
  );

/** Contacts beside the form (spec 1 §2.6). */
function HereToHelp() {
  const contacts = useSiteConfig()?.contacts;
  return (
    <aside className="card here-to-help" aria-labelledby="here-to-help">
      <h2 id="here-to-help">Here To Help</h2>
      {desks.map(({ desk, title, text }) => (
        <div key={desk}>
          <h3>{title}</h3>
          <p className="quiet">{text}</p>
          {contacts && <Ways {...contacts[desk]} />}
        </div>
      ))}
    </aside>
  );
}

const Ways = ({ phone, email }: Contact) => (
  <ul>
    {phone && (
      <li>
        <Icon name="phone" />
        <a href={telAddress(phone)}>{phone}</a>
      </li>
    )}
    <li>
      <Icon name="mail" />
      <a href={`mailto:${email}`}>{email}</a>
    </li>
  </ul>
);
