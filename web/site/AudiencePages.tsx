import { Link } from 'react-router-dom';
import { pathTo } from '../app/addresses.ts';
import { Icon } from '../ui/Icon.tsx';
import { CallsToAction, SupportLine, CallLink } from './CallsToAction.tsx';
import './guest.css';
import './audience.css';
import './pictures.css';
import './sections.css';
import { Lighthouse, Roster, Facility, Shield, PhoneWithFacility } from './pictures/audiences.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';
import { AudiencePage } from './AudiencePage.tsx';
import { employers, facilities, insurers, members } from './audience-words.ts';
import { FacilityFinder } from './ClubFinder.tsx';

const beliefs = [
  {
    title: 'A benefit counts only when people use it',
    text: 'We remove the obstacles between an invitation and the first visit: paperwork, uncertainty, and distance.',
  },
  {
    title: 'Every dollar is explained',
    text: 'Open any amount to see where it comes from. You never have to take our word for it.',
  },
  {
    title: 'Health is private',
    text: 'Partners see what they pay for. Activities of members at the club stay private.',
  },
  {
    title: 'Plain language helps everyone',
    text: 'Our error messages explain what happened, what is safe, and what to do next. Our bills are just as clear.',
  },
];

export function AboutUsPage() {
  return (
    <div className="guest">
      <section className="hero hero-small">
        <div className="hero-words">
          <PageTitle>A harbor for healthy habits</PageTitle>
          <p className="lead">
            Wellport connects the organizations that pay for fitness, the clubs that offer it, and the members
            who enjoy it, and keeps accurate accounts for all three.
          </p>
          <div className="hero-actions">
            <Link className="arrow-link" to={pathTo('contactUs')}>
              Contact us
              <Icon name="arrow-right" size={16} />
            </Link>
          </div>
          <SupportLine />
        </div>
        <Lighthouse />
      </section>
      <section aria-labelledby="beliefs-title">
        <h2 id="beliefs-title">Our principles</h2>
        <ul className="benefits benefits-wide">
          {beliefs.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <CallsToAction />
    </div>
  );
}

export function ForEmployersPage() {
  return (
    <AudiencePage
      words={employers}
      picture={<Roster />}
      action={
        <>
          <CallLink call="requestDemo" kind="action" />
          <Link className="arrow-link" to={pathTo('contactUs')}>
            Contact us
            <Icon name="arrow-right" size={16} />
          </Link>
        </>
      }
    />
  );
}

export function ForFacilitiesPage() {
  return (
    <AudiencePage
      words={facilities}
      picture={<Facility />}
      action={
        <>
          <CallLink call="facilitySignUp" kind="action" />
          <Link className="arrow-link" to={pathTo('contactUs')}>
            Contact us
            <Icon name="arrow-right" size={16} />
          </Link>
        </>
      }
    />
  );
}

export function ForInsurersPage() {
  return (
    <AudiencePage
      words={insurers}
      picture={<Shield />}
      action={
        <>
          <CallLink call="requestDemo" kind="action" />
          <Link className="arrow-link" to={pathTo('contactUs')}>
            Contact us
            <Icon name="arrow-right" size={16} />
          </Link>
        </>
      }
    />
  );
}

export function ForMembersPage() {
  return (
    <AudiencePage
      words={members}
      picture={<PhoneWithFacility />}
      action={
        <>
          <CallLink call="memberActivation" kind="action" />
          <Link className="arrow-link" to={pathTo('nominateClub')}>
            Nominate a club
            <Icon name="arrow-right" size={16} />
          </Link>
        </>
      }
    >
      <FacilityFinder />
    </AudiencePage>
  );
}
