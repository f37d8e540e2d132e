import type { ReactNode } from 'react';
import { Icon } from '../ui/Icon.tsx';
import { CallsToAction, SupportLine } from './CallsToAction.tsx';
import './guest.css';
import './audience.css';
import './pictures.css';
import './sections.css';
import { PageTitle } from '../ui/PageTitle.tsx';

export interface Audience {
  title: string;
  lead: string;
  benefits: readonly { title: string; text: string }[];
  steps: { title: string; list: readonly string[] };
  example: { title: string; lines: readonly (readonly [what: string, how: string])[]; result: string };
}

interface AudiencePageProps {
  words: Audience;
  picture: ReactNode;
  action: ReactNode;
  children?: ReactNode;
}

export function AudiencePage({ words, picture, action, children }: AudiencePageProps) {
  const { title, lead, benefits, steps, example } = words;
  return (
    <div className="guest">
      <section className="hero hero-small">
        <div className="hero-words">
          <PageTitle>{title}</PageTitle>
          <p className="lead">{lead}</p>
          <div className="hero-actions">{action}</div>
          <SupportLine />
        </div>
        {picture}
      </section>

      <section aria-labelledby="benefits-title">
        <h2 id="benefits-title">Your benefits</h2>
        <ul className="benefits">
          {benefits.map((benefit) => (
            <li key={benefit.title}>
              <Icon name="check-circle" size={24} />
              <h3>{benefit.title}</h3>
              <p>{benefit.text}</p>
            </li>
          ))}
        </ul>
      </section>

      <div className="side-by-side">
        <section className="steps" aria-labelledby="steps-title">
          <h2 id="steps-title">{steps.title}</h2>
          <ol>
            {steps.list.map((step) => (
              <li key={step}>
                <p>{step}</p>
              </li>
            ))}
          </ol>
        </section>
        <section className="example" aria-labelledby="example-title">
          <h2 id="example-title">{example.title}</h2>
          <p className="quiet">An example with round numbers. Your terms are agreed with you.</p>
          <dl>
            {example.lines.map(([what, how]) => (
              <div key={what}>
                <dt>{what}</dt>
                <dd>{how}</dd>
              </div>
            ))}
          </dl>
          <p className="example-result">{example.result}</p>
        </section>
      </div>
      {children}
      <CallsToAction />
    </div>
  );
}
