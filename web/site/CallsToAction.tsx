import type { ReactNode } from 'react';
import { pathTo } from '../app/addresses.ts';
import { useSiteConfig } from '../app/config.ts';
import { useLinks } from '../app/links.ts';
import { buttonClass, type ButtonKind } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { telAddress } from '../../shared/phone-text.ts';

type Call = 'requestDemo' | 'facilitySignUp' | 'memberActivation';

const labels: Record<Call, string> = {
  requestDemo: 'Request a demo',
  facilitySignUp: 'Sign up a facility',
  memberActivation: 'Activate a key fob',
};

export function CallLink({ call, kind = 'plain' }: { call: Call; kind?: ButtonKind }) {
  const address = useLinks()?.[call];
  return (
    <a className={buttonClass(kind)} href={address ?? pathTo('contactUs')}>
      {labels[call]}
      <Icon name={address ? 'external' : 'arrow-right'} size={16} />
    </a>
  );
}

export function SupportLine({ children = 'Customer support' }: { children?: ReactNode }) {
  const config = useSiteConfig();
  const phone = config?.contacts?.support.phone;
  // reserve space until the configuration loads, to prevent a layout shift
  if (config && !phone) return null;
  return (
    <p className="support-line">
      <Icon name="phone" />
      <span>
        {children}
        <br />
        {phone ? <a href={telAddress(phone)}>{phone}</a> : <span>&nbsp;</span>}
      </span>
    </p>
  );
}

const calls: readonly { call: Call; title: string; text: string }[] = [
  {
    call: 'requestDemo',
    title: 'You offer the benefit',
    text: 'See a roster, a month of visits, and a bank file in a 30-minute demo, and bring your own questions.',
  },
  {
    call: 'facilitySignUp',
    title: 'You run a club',
    text: 'Join the network once, and welcome members of every partner.',
  },
  {
    call: 'memberActivation',
    title: 'You have a key fob',
    text: 'Have your invitation and the number on the back of your key fob ready.',
  },
];

export const CallsToAction = () => (
  <section className="calls" aria-labelledby="calls-title">
    <h2 id="calls-title">Get started</h2>
    <ul>
      {calls.map(({ call, title, text }) => (
        <li key={call}>
          <h3>{title}</h3>
          <p>{text}</p>
          <CallLink call={call} kind={call === 'requestDemo' ? 'primary' : 'plain'} />
        </li>
      ))}
    </ul>
    <SupportLine>Prefer to talk to someone? Customer support</SupportLine>
  </section>
);
