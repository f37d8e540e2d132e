import { Link } from 'react-router-dom';
import type { SetUpStep } from '../../shared/partners/set-up.ts';
import { buttonClass } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';

interface SetUpListProps<Page extends string> {
  steps: readonly SetUpStep<Page>[];
  addressOf: (page: Page) => string;
}

export function SetUpList<Page extends string>({ steps, addressOf }: SetUpListProps<Page>) {
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <Card title="Set-up">
      <ul className="set-up">
        {steps.map((step) => (
          <li key={step.title}>
            <div>
              <p>
                <strong>{step.title}</strong>{' '}
                <StatusBadge
                  color={step.isDone ? 'green' : step === next ? 'orange' : 'yellow'}
                  label={step.isDone ? 'Ready' : step === next ? 'Next' : 'Open'}
                />
              </p>
              <p className="quiet">{step.text}</p>
            </div>
            <Link className={buttonClass(step === next ? 'action' : 'plain')} to={addressOf(step.page)}>
              {step.action}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
