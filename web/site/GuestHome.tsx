import { Picture, Facility, PhoneWithFacility, Roster, Shield } from './pictures/audiences.tsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { pathTo } from '../app/addresses.ts';
import { Icon } from '../ui/Icon.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';
import { CallLink, CallsToAction, SupportLine } from './CallsToAction.tsx';
import { FacilityFinder } from './ClubFinder.tsx';
import './guest.css';
import './pictures.css';
import './sections.css';

const Harbor = () => (
  <Picture width={640} height={520}>
    <defs>
      <clipPath id="harbor-frame">
        <rect width="640" height="520" rx="28" />
      </clipPath>
    </defs>
    <g clipPath="url(#harbor-frame)">
      <rect className="p-sky" width="640" height="520" />
      <circle className="p-glow" cx="424" cy="214" r="150" />
      <circle className="p-glow" cx="424" cy="214" r="108" />
      <circle className="p-sun" cx="424" cy="214" r="66" />
      <path className="p-cloud" d="M86 120h92a22 22 0 0 0 0-44 40 40 0 0 0-74-10 28 28 0 0 0-18 54z" />
      <path className="p-cloud" d="M512 96h66a16 16 0 0 0 0-32 29 29 0 0 0-54-7 20 20 0 0 0-12 39z" />
      <path
        className="p-far"
        d="M0 262c70-52 128-76 190-52 46 18 74 42 126 30 66-16 96-58 164-40 60 16 108 44 160 36v90H0z"
      />
      <path className="p-mid" d="M0 300c60-30 118-42 184-24 66 18 120 30 190 12 84-22 166-18 266 10v70H0z" />
      <g>
        <path d="M404 300l0-58 34 52zM398 300l0-44-22 38z" className="p-paper" />
        <path d="M366 304h84c-4 14-14 20-28 20h-30c-14 0-22-8-26-20z" className="p-trunk" />
      </g>
      <path className="p-water" d="M0 316h640v120H0z" />
      <path className="p-stroke p-glint" d="M352 336h148M372 352h110M388 368h76M330 392h70M452 388h88" />
      <path
        className="p-stroke p-wave"
        d="M24 344c14-10 28-10 42 0s28 10 42 0 28-10 42 0M196 372c14-10 28-10 42 0s28 10 42 0M528 352c14-10 28-10 42 0s28 10 42 0"
      />
      <path className="p-near" d="M0 392c92-26 176-22 262 4 98 30 206 40 378 8v116H0z" />
      <path className="p-stroke p-path" d="M-10 470c140-42 246-34 352-14 104 20 196 22 310-6" />
      <g>
        <path className="p-wall" d="M70 306h152v108c-50-14-100-18-152-6z" />
        <path className="p-roof" d="M54 310l92-58 92 58z" />
        <path className="p-lit" d="M92 334h32v34H92zM168 334h32v34h-32z" />
        <path className="p-door" d="M132 346h28v56c-10-2-18-3-28-3z" />
        <path className="p-stroke p-line-paper" d="M128 290h36M132 282v16M160 282v16M138 284v12M154 284v12" />
      </g>
      <g>
        <path className="p-trunk" d="M563 402h8v-46h-8z" />
        <path
          className="p-leaf"
          d="M567 276c28 26 40 50 36 70-4 18-18 26-36 26s-32-8-36-26c-4-20 8-44 36-70z"
        />
        <path className="p-trunk" d="M611 404h7v-34h-7z" />
        <path
          className="p-leaf-soft"
          d="M614 312c20 18 28 36 26 50-3 13-13 18-26 18s-23-5-26-18c-2-14 6-32 26-50z"
        />
      </g>
      <g className="p-runner">
        <circle cx="366" cy="362" r="13" className="p-skin" />
        <path className="p-stroke p-shirt" d="M360 378c-12 8-18 20-20 36" />
        <path className="p-stroke p-limb" d="M362 384l18 14 16-8M356 386l-22 8-8 18" />
        <path className="p-stroke p-leg" d="M340 412l20 16-8 26M340 412l-16 18-26 2" />
      </g>
    </g>
  </Picture>
);

interface Mark {
  name: string;
  drawing: ReactNode;
}

// Fictional names until partners and clubs agree to be shown; they name no real customer.
const partnerMarks: readonly Mark[] = [
  {
    name: 'North Star Health',
    drawing: <path d="M16 3l3.5 9.5L29 16l-9.5 3.5L16 29l-3.5-9.5L3 16l9.5-3.5z" />,
  },
  {
    name: 'Lakeview Mutual',
    drawing: <path d="M3 12c4-4 9-4 13 0s9 4 13 0M3 20c4-4 9-4 13 0s9 4 13 0" className="mark-line" />,
  },
  { name: 'Cedar & Oak Foods', drawing: <path d="M16 3l9 11h-5l7 9H18v6h-4v-6H5l7-9H7z" /> },
  {
    name: 'Prairie Rail',
    drawing: <path d="M5 26L13 5M27 26L19 5M9 18h14M11 11h10M7 24h18" className="mark-line" />,
  },
];
const facilityMarks: readonly Mark[] = [
  {
    name: 'Harbor Gym',
    drawing: <path d="M4 16h24M8 10v12M24 10v12M12 12v8M20 12v8" className="mark-line" />,
  },
  {
    name: 'Blue Lane Swim',
    drawing: <path d="M22 9a3 3 0 1 0 .1 0M3 22c4-4 7-4 11 0s8 4 15-1M6 17l9-7 5 6" className="mark-line" />,
  },
  { name: 'Ridge Climbing', drawing: <path d="M3 27L13 7l5 10 3-5 8 15z" /> },
  {
    name: 'Slow Oak Yoga',
    drawing: (
      <path d="M16 5a3 3 0 1 0 .1 0M16 12v6M6 25c4-5 7-7 10-7s6 2 10 7M8 15l8-2 8 2" className="mark-line" />
    ),
  },
];

const Row = ({ title, marks }: { title: string; marks: readonly Mark[] }) => (
  <div>
    <h3>{title}</h3>
    <ul className="marks">
      {marks.map(({ name, drawing }) => (
        <li key={name}>
          <svg width="32" height="32" viewBox="0 0 32 32" aria-hidden focusable="false">
            {drawing}
          </svg>
          {name}
        </li>
      ))}
    </ul>
  </div>
);

const Logos = () => (
  <section className="logos" aria-labelledby="logos-title">
    <h2 id="logos-title">One network, many clubs</h2>
    <p className="quiet">The names below are fictional examples.</p>
    <div className="logo-rows">
      <Row title="Partners" marks={partnerMarks} />
      <Row title="Clubs" marks={facilityMarks} />
    </div>
  </section>
);

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
