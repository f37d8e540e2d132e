import { Link } from 'react-router-dom';
import { pathTo } from '../app/addresses.ts';
import { Icon } from '../ui/Icon.tsx';
import { CallsToAction, SupportLine } from './CallsToAction.tsx';
import './guest.css';
import './audience.css';
import './pictures.css';
import './sections.css';
import { Lighthouse } from './pictures/audiences.tsx';

const beliefs = [
  {
    title: 'A benefit counts when it is used',
    text: 'So we take away what separates an invitation from the first visit: forms, doubts, distance.',
  },
  {
    title: 'Money needs reasons',
    text: 'Every amount can be opened to see where it comes from. Nobody should have to take our word for it.',
  },
  {
    title: 'Health is private',
    text: 'Partners see what they pay for. What a person does at the club stays with the person.',
  },
  {
    title: 'Plain words help everybody',
    text: 'An error says what happened, what is safe and what to do next. So does a bill.',
  },
];

export default function AboutUsPage() {
  return (
    <div className="guest">
      <section className="hero hero-small">
        <div className="hero-words">
          <h1>A harbor for healthy habits</h1>
          <p className="lead">
            Wellport connects those who pay for fitness, those who offer it and those who enjoy it, and keeps
            the accounts of all three straight.
          </p>
          <div className="hero-actions">
            <Link className="arrow-link" to={pathTo('contactUs')}>
              Write to us
              <Icon name="arrow-right" size={16} />
            </Link>
          </div>
          <SupportLine />
        </div>
        <Lighthouse />
      </section>
      <section aria-labelledby="beliefs-title">
        <h2 id="beliefs-title">What we believe</h2>
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
