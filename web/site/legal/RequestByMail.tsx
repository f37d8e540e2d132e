import { wellport } from '../../../shared/site/legal-contact.ts';
import { Icon } from '../../ui/Icon.tsx';
import { InlineText } from './InlineText.tsx';
import { messageAddress, requestKinds } from './request-kinds.ts';

/** How to send a request by email, letter, or telephone; works without scripts or external services. */
export const RequestByMail = () => (
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
