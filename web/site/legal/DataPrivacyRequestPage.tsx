import { Link } from 'react-router-dom';
import { pathTo } from '../../app/addresses.ts';
import { useSiteConfig } from '../../app/config.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { requestFormAddress } from './request-kinds.ts';
import { RequestByMail } from './RequestByMail.tsx';
import './data-privacy-request.css';
import './legal.css';

/** Shows the external request form if one is configured, and the other ways to send a request. */
export default function DataPrivacyRequestPage() {
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
      {address && (
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
      )}
      <RequestByMail />
    </>
  );
}
