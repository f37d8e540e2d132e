import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { pathTo } from '../app/addresses.ts';
import { Icon } from '../ui/Icon.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';
import { CallLink, CallsToAction, SupportLine } from './CallsToAction.tsx';
import { FacilityFinder } from './ClubFinder.tsx';
import { Logos } from './Logos.tsx';
import { Facility, PhoneWithFacility, Roster, Shield } from './pictures/audiences.tsx';
import { Harbor } from './pictures/Harbor.tsx';
import './guest.css';
import './pictures.css';
import './sections.css';

const audiences = [
  {
    to: pathTo('forEmployers'),
    title: 'Employers',
    text: 'Offer a club near every employee, and pay only for those who join.',
    picture: <Roster />,
  },
  {
    to: pathTo('forInsurers'),
    title: 'Insurers',
    text: 'Run one program for many groups, with a record of every visit.',
    picture: <Shield />,
  },
  {
    to: pathTo('forFacilities'),
    title: 'Facilities',
    text: 'Welcome members of every partner, and get paid each month.',
    picture: <Facility />,
  },
  {
    to: pathTo('forMembers'),
    title: 'Members',
    text: 'Find a club near you, and enroll on your phone.',
    picture: <PhoneWithFacility />,
  },
];

const steps = [
  {
    title: 'Get invited',
    text: 'Your employer or insurer adds you, and you get an email with a personal link.',
  },
  { title: 'Choose a club', text: 'Compare clubs near you, and sign the agreement on your phone.' },
  { title: 'Work out', text: 'Each day at a club counts as one visit.' },
  {
    title: 'Get rewarded',
    text: 'Reach the required visits, and the reimbursement goes to your bank account.',
  },
];

const numbers = [
  { number: '3', text: 'ways to pay: the partner, the member, or both' },
  { number: '1', text: 'visit per member and day, so that no visit is billed twice' },
  { number: '8th', text: 'of the next month: visits close, and payments are calculated' },
  { number: '100%', text: 'of payments show how the amount was calculated' },
];

export const GuestHome = ({ dashboard }: { dashboard?: ReactNode }) => (
  <div className="guest">
    <Hero dashboard={dashboard} />

    <section aria-labelledby="audiences-title">
      <h2 id="audiences-title">Built for everyone in the program</h2>
      <ul className="audiences">
        {audiences.map(({ to, title, text, picture }) => (
          <li key={to}>
            {picture}
            <h3>
              <Link to={to}>{title}</Link>
            </h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>

    <section className="steps" aria-labelledby="steps-title">
      <h2 id="steps-title">From invitation to reward</h2>
      <ol>
        {steps.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>

    <FacilityFinder />

    <section className="numbers" aria-labelledby="numbers-title">
      <h2 id="numbers-title">Wellport in numbers</h2>
      <ul>
        {numbers.map(({ number, text }) => (
          <li key={text}>
            <strong>{number}</strong>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>

    <Quotes />
    <Logos />
    <Nominate />
    <CallsToAction />
  </div>
);

const Hero = ({ dashboard }: { dashboard?: ReactNode }) => (
  <section className="hero">
    <div className="hero-words">
      <PageTitle>Fitness benefits that people use</PageTitle>
      <p className="lead">
        Employers and insurers share the cost. Members choose a club near them. Every visit and every dollar
        is accounted for.
      </p>
      <div className="hero-actions">
        {dashboard ?? <CallLink call="requestDemo" kind="action" />}
        <Link className="arrow-link" to={pathTo('forMembers')}>
          I am a member
          <Icon name="arrow-right" size={16} />
        </Link>
      </div>
      <SupportLine />
    </div>
    <Harbor />
  </section>
);

const Nominate = () => (
  <section className="nominate" aria-labelledby="nominate-title">
    <div>
      <h2 id="nominate-title">Is your club not in the network?</h2>
      <p>Nominate it, and our club team will contact the club.</p>
    </div>
    <Link className="arrow-link" to={pathTo('nominateClub')}>
      Nominate a club
      <Icon name="arrow-right" size={16} />
    </Link>
  </section>
);

interface Quote {
  text: string;
  author: string;
}

const quotes: readonly Quote[] = [
  {
    text: 'My phone showed nine of twelve visits, so I went on Saturday too.',
    author: 'A member, in the third week',
  },
  {
    text: 'The file showed every payment and the reason for it. I had no questions left.',
    author: 'A benefits manager',
  },
  { text: 'We check one roster now, no matter which partner pays.', author: 'A club manager' },
];

/** Illustrative quotes, labeled as such: there are no customer quotes yet. */
const Quotes = ({ of = quotes }: { of?: readonly Quote[] }) => (
  <section className="quotes" aria-labelledby="quotes-title">
    <h2 id="quotes-title">Our goals</h2>
    <p className="quiet">These quotes are illustrative. We wrote them to show what we are building for.</p>
    <ul>
      {of.map(({ text, author }) => (
        <li key={text}>
          <figure>
            <blockquote>{text}</blockquote>
            <figcaption>{author} (illustrative)</figcaption>
          </figure>
        </li>
      ))}
    </ul>
  </section>
);
