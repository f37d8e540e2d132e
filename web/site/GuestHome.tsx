import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { pathTo } from '../app/addresses.ts';
import { Icon } from '../ui/Icon.tsx';
import { CallLink, CallsToAction, SupportLine } from './CallsToAction.tsx';
import { ClubFinder } from './ClubFinder.tsx';
import './guest.css';
import './pictures.css';
import './sections.css';
import { Logos } from './Logos.tsx';
import { Club, PhoneWithClub, Roster, Shield } from './pictures/audiences.tsx';
import { Harbor } from './pictures/Harbor.tsx';
import { Quotes } from './Quotes.tsx';

const audiences = [
  {
    to: pathTo('forEmployers'),
    title: 'Employers',
    text: 'Offer a club near everybody, and pay for those who go.',
    picture: <Roster />,
  },
  {
    to: pathTo('forInsurers'),
    title: 'Insurers',
    text: 'Run one program for many groups, with every visit on record.',
    picture: <Shield />,
  },
  {
    to: pathTo('forFacilities'),
    title: 'Facilities',
    text: 'Welcome members of every partner, and be paid each month.',
    picture: <Club />,
  },
  {
    to: pathTo('forMembers'),
    title: 'Members',
    text: 'Find a club near you, and enroll on your phone.',
    picture: <PhoneWithClub />,
  },
];

const steps = [
  {
    title: 'You are invited',
    text: 'Your employer or insurer adds you. An email brings you to your own page.',
  },
  { title: 'You choose a club', text: 'See what is near, compare, and sign the agreement on your phone.' },
  { title: 'You go', text: 'Each day at a club counts as one visit.' },
  { title: 'It pays off', text: 'Reach the number of visits, and the reimbursement goes to your bank.' },
];

const numbers = [
  { number: '3', text: 'ways to pay: the partner, the member, or both together' },
  { number: '1', text: 'visit a day counts for each member, so that nobody is billed twice' },
  { number: '8th', text: 'of the next month: visits close, and payments are worked out from them' },
  { number: '100%', text: 'of payment lines keep the reason they were made' },
];

/** The home page of visitors. */
export function GuestHome({ dashboard }: { dashboard?: ReactNode }) {
  return (
    <div className="guest">
      <Hero dashboard={dashboard} />

      <section aria-labelledby="audiences-title">
        <h2 id="audiences-title">Made for everybody at the door</h2>
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
        <h2 id="steps-title">From an invitation to a reward</h2>
        <ol>
          {steps.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>

      <ClubFinder />

      <section className="numbers" aria-labelledby="numbers-title">
        <h2 id="numbers-title">How it works, in numbers</h2>
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
}

function Hero({ dashboard }: { dashboard?: ReactNode }) {
  return (
    <section className="hero">
      <div className="hero-words">
        <h1>Fitness benefits that reach the people they are for</h1>
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
}

function Nominate() {
  return (
    <section className="nominate" aria-labelledby="nominate-title">
      <div>
        <h2 id="nominate-title">Is your club not in the network?</h2>
        <p>Tell us about it. We pass it on to our club team.</p>
      </div>
      <Link className="arrow-link" to={pathTo('nominateClub')}>
        Nominate a club
        <Icon name="arrow-right" size={16} />
      </Link>
    </section>
  );
}
