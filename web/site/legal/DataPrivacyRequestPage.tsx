import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { wellport } from '../../../shared/site/legal-contact.ts';
import { pathTo } from '../../app/addresses.ts';
import { useSiteConfig } from '../../app/config.ts';
import { PageHeading } from '../../ui/PageTitle.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { InlineText } from './InlineText.tsx';
import './data-privacy-request.css';
import './legal.css';

/** The page with the external form, or the portal's own, which is invisible until the configuration is loaded. */
export function DataPrivacyRequestPage({ form }: { form: ReactNode }) {
  const config = useSiteConfig();
  const address = config && requestFormAddress(config.privacyRequestForm, window.location.origin);
  return (
    <>
      <PageHeading
        title="Data Privacy Request"
        lead={
          <span className="legal-lead">
            See, correct or delete what we know about you, or tell us to stop using it. Your rights are in our{' '}
            <Link to={`${pathTo('privacy')}#your-choices`}>privacy notice</Link>.
          </span>
        }
      />
      {address ? (
        <section className="request-form" aria-labelledby="request-form">
          <h2 id="request-form">Online form</h2>
          <iframe
            src={address}
            title="Privacy request form"
            referrerPolicy="no-referrer"
            // the address is never on our origin, so the framed page cannot lift these limits
            // oxlint-disable-next-line react/iframe-missing-sandbox
            sandbox="allow-forms allow-popups allow-same-origin allow-scripts"
          />
          <p className="legal-lead">
            The form does not appear?{' '}
            <a href={address} target="_blank" rel="noopener noreferrer">
              Open it in a new tab
            </a>
            , or use one of the ways below.
          </p>
        </section>
      ) : (
        <div data-pending={config === undefined || undefined}>{form}</div>
      )}
      <RequestByMail />
    </>
  );
}

const RequestByMail = () => (
  <div className="request-ways legal">
    <section className="card" aria-labelledby="request-by-email">
      <h2 id="request-by-email">By email</h2>
      <p>
        Select a request. A message opens in your email program with the subject and the text filled in;
        complete it and send it.
      </p>
      <ul className="request-kinds">
        {requestKinds.map((kind) => (
          <li key={kind.subject}>
            <a href={messageAddress(kind)}>
              <Icon name="mail" />
              {kind.name}
            </a>
            <p>{kind.description}</p>
          </li>
        ))}
      </ul>
      <p>
        Or write to <a href={`mailto:${wellport.privacyMail}`}>{wellport.privacyMail}</a> in your own words.
        Do not send health records, account numbers or passwords.
      </p>
    </section>
    <div className="request-ways-aside">
      <section className="card" aria-labelledby="request-by-letter">
        <h2 id="request-by-letter">By letter</h2>
        <p>Include your name, your state, your request, and how we can reach you.</p>
        <address>
          {wellport.postalAddress.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
      </section>
      <section className="card" aria-labelledby="request-by-phone">
        <h2 id="request-by-phone">By telephone, for California</h2>
        <p>
          Toll-free: <a href={wellport.tollFreeLink}>{wellport.tollFree}</a>
        </p>
      </section>
      <section className="card" aria-labelledby="request-by-agent">
        <h2 id="request-by-agent">For another person</h2>
        <p>
          <InlineText text="Send the signed [Authorized Agent Designation Form](agent-form) with your request." />
        </p>
      </section>
      <section className="card" aria-labelledby="request-next">
        <h2 id="request-next">Next steps</h2>
        <p>
          We verify your identity, confirm receipt, and respond: within 45 days for access or a withdrawn
          consent, within 30 days for a deletion that we have authenticated. You can appeal a refusal.
        </p>
      </section>
    </div>
  </div>
);

interface RequestKind {
  name: string;
  description: string;
  subject: string;
  body: string;
}

export const requestKinds: readonly RequestKind[] = [
  {
    name: 'See or receive my information',
    description: 'We send you a copy of your information within 45 days.',
    subject: 'Privacy request: access',
    body: 'Please tell me what personal information you hold about me, and send me a copy.',
  },
  {
    name: 'Correct my information',
    description: 'Describe the error and the correct information.',
    subject: 'Privacy request: correction',
    body: 'Please correct this information about me (what is wrong, and how it should read):',
  },
  {
    name: 'Delete my information',
    description: 'Carried out within 30 days after we have authenticated your request.',
    subject: 'Privacy request: deletion',
    body: 'Please delete the personal information that you hold about me.',
  },
  {
    name: 'Opt out of sale, sharing and targeted advertising',
    description: 'For cookies, Cookie Settings takes effect immediately.',
    subject: 'Privacy request: opt out',
    body: 'Please do not sell or share my personal information or use it for targeted advertising.',
  },
  {
    name: 'Withdraw consent for consumer health data',
    description: 'For Washington. We respond within 45 days.',
    subject: 'Privacy request: consumer health data',
    body: 'I withdraw my consent to the collection and sharing of my consumer health data.',
  },
  {
    name: 'Stop postal mail',
    description: 'Give the name and address on the mailing.',
    subject: 'NO SNAIL MAIL',
    body: 'Please send me no more advertising by postal mail.',
  },
  {
    name: 'Appeal a decision',
    description: 'If we refused an earlier request.',
    subject: 'Appeal',
    body: 'I appeal your decision on my request of (date). My reasons:',
  },
];

export function messageAddress({ subject, body }: RequestKind): string {
  const text = `${body}\n\nMy name:\nMy state:\nThe email address in my account, or how you know me:\n`;
  return `mailto:${wellport.privacyMail}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`;
}

/**
 * Returns the address of the external privacy request form if the page can embed it: a complete https address without
 * credentials on another origin than `ownOrigin`.
 */
export function requestFormAddress(configured: string | undefined, ownOrigin: string): string | undefined {
  if (!configured || !URL.canParse(configured)) return undefined;
  const { protocol, username, password, origin, href } = new URL(configured);
  return protocol === 'https:' && !username && !password && origin !== ownOrigin ? href : undefined;
}
