import type { ReactNode } from 'react';
import { pathTo } from '../app/addresses.ts';
import { useSiteConfig } from '../app/config.ts';
import { useLinks } from '../app/links.ts';
import { buttonClass, type ButtonKind } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { dialled } from './dialled.ts';

type Call = 'requestDemo' | 'facilitySignUp' | 'memberActivation';

const labels: Record<Call, string> = {
  requestDemo: 'Request a demo',
  facilitySignUp: 'Sign up a facility',
  memberActivation: 'Activate a key fob',
};

/** One of the three ways on, each at an address outside the portal. */
export function CallLink({ call, kind = 'plain' }: { call: Call; kind?: ButtonKind }) {
  const address = useLinks()?.[call];
  return (
    <a className={buttonClass(kind)} href={address ?? pathTo('contactUs')}>
      {labels[call]}
      <Icon name={address ? 'external' : 'arrow-right'} size={16} />
    </a>
  );
}

/** The number that members call, large enough to press. */
export function SupportLine({ children = 'Customer support' }: { children?: ReactNode }) {
  const config = useSiteConfig();
  const phone = config?.contacts?.support.phone;
  // until it is known there is room for it, so that nothing moves when it comes
  if (config && !phone) return null;
  return (
    <p className="support-line">
      <Icon name="phone" />
      <span>
        {children}
        <br />
        {phone ? <a href={dialled(phone)}>{phone}</a> : <span>&nbsp;</span>}
      </span>
    </p>
  );
}

const calls: readonly { call: Call; title: string; text: string }[] = [
  {
    call: 'requestDemo',
    title: 'You offer the benefit',
    text: 'Half an hour with your own questions: a roster, a month of visits, a bank file.',
  },
  {
    call: 'facilitySignUp',
    title: 'You run a club',
    text: 'Join the network once, and welcome members of every partner.',
  },
  {
    call: 'memberActivation',
    title: 'You hold a key fob',
    text: 'Have the number on its back at hand, and your invitation.',
  },
];

/** The three calls to action, side by side. */
export const CallsToAction = () => (
  <section className="calls" aria-labelledby="calls-title">
    <h2 id="calls-title">Where would you like to begin?</h2>
    <ul>
      {calls.map(({ call, title, text }) => (
        <li key={call}>
          <h3>{title}</h3>
          <p>{text}</p>
          <CallLink call={call} kind={call === 'requestDemo' ? 'primary' : 'plain'} />
        </li>
      ))}
    </ul>
    <SupportLine>Rather talk to a person? Customer support</SupportLine>
  </section>
);
