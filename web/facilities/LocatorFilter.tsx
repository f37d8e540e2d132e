import { useId, useRef, useState, useEffect } from 'react';
import { facilities } from '../../shared/contracts/facilities.ts';
import {
  chipsOf,
  isChosen,
  nothingChosen,
  type PlanChoice,
  togglePlan,
  toggleProgram,
} from '../../shared/facilities/plan-choice.ts';
import type { Plan } from '../../shared/facilities/plans.ts';
import { useEndpoint } from '../app/data.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import './locator-filter.css';

interface LocatorFilterProps {
  chosen: PlanChoice;
  onChosen: (choice: PlanChoice) => void;
}

export function LocatorFilter({ chosen, onChosen }: LocatorFilterProps) {
  const id = useId();
  const [draft, setDraft] = useState<PlanChoice>();
  const plans = useEndpoint(facilities.ownPlans, {});
  const button = useRef<HTMLButtonElement>(null);
  const open = draft !== undefined;
  const close = () => {
    setDraft(undefined);
    button.current?.focus();
  };
  const settle = (choice: PlanChoice) => {
    onChosen(choice);
    close();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes what is open, like a popup
    <div className="locator-filter" onKeyDown={(event) => open && event.key === 'Escape' && close()}>
      <Button
        ref={button}
        icon="filter"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setDraft(open ? undefined : chosen)}
      >
        Filter by plan
      </Button>
      {plans.data && <Chips chosen={chosen} plans={plans.data} onChosen={onChosen} />}
      {draft && (
        <section id={id} className="filter-panel" aria-label="Filter by plan">
          {plans.error ? (
            <FailedState error={plans.error} onRetry={plans.reload} retrying={plans.retrying} />
          ) : plans.data ? (
            <PlanOptions plans={plans.data} choice={draft} onChoice={setDraft} />
          ) : (
            <SkeletonLines lines={4} />
          )}
          <div className="filter-actions">
            <Button kind="primary" disabled={!isChosen(draft)} onClick={() => settle(draft)}>
              Apply
            </Button>
            <Button disabled={!isChosen(draft) && !isChosen(chosen)} onClick={() => settle(nothingChosen)}>
              Reset
            </Button>
          </div>
        </section>
      )}
    </div>
  );
}

/** The number of chips before the others collapse (spec 3 §4). */
const mostChips = 3;

interface ChipsProps {
  chosen: PlanChoice;
  plans: readonly Plan[];
  onChosen: (choice: PlanChoice) => void;
}

function Chips({ chosen, plans, onChosen }: ChipsProps) {
  const [all, setAll] = useState(false);
  const chips = chipsOf(chosen, plans);
  if (chips.length === 0) return null;
  const visible = all ? chips : chips.slice(0, mostChips);
  return (
    <ul className="chips" aria-label="Chosen plans">
      {visible.map(({ name, plan, programId }) => (
        <li key={name}>
          <button
            type="button"
            className="chip"
            aria-label={`Remove ${name}`}
            onClick={() =>
              onChosen(
                programId === undefined ? togglePlan(chosen, plan) : toggleProgram(chosen, plan, programId),
              )
            }
          >
            {name}
            <Icon name="close" size={14} />
          </button>
        </li>
      ))}
      {chips.length > mostChips && (
        <li>
          <button type="button" className="chip" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Show less' : `Show ${chips.length - mostChips} more`}
          </button>
        </li>
      )}
    </ul>
  );
}

interface PlanOptionsProps {
  plans: readonly Plan[];
  choice: PlanChoice;
  onChoice: (choice: PlanChoice) => void;
}

const PlanOptions = ({ plans, choice, onChoice }: PlanOptionsProps) => (
  <ul className="plan-options">
    {plans.map((plan) => {
      const whole = choice.plans.includes(plan.id);
      const some = plan.programNames.filter(({ id }) => choice.programs.includes(id)).length;
      return (
        <li key={plan.id}>
          <Box
            label={plan.hasRestrictedOptions ? `${plan.name} (for your membership)` : plan.name}
            checked={whole}
            partly={!whole && some > 0}
            onChange={() => onChoice(togglePlan(choice, plan))}
          />
          {plan.programNames.length > 1 && (
            <ul aria-label={`Programs of ${plan.name}`}>
              {plan.programNames.map(({ id, name }) => (
                <li key={id}>
                  <Box
                    label={name}
                    checked={whole || choice.programs.includes(id)}
                    onChange={() => onChoice(toggleProgram(choice, plan, id))}
                  />
                </li>
              ))}
            </ul>
          )}
        </li>
      );
    })}
  </ul>
);

interface BoxProps {
  label: string;
  checked: boolean;
  partly?: boolean;
  onChange: () => void;
}

function Box({ label, checked, partly = false, onChange }: BoxProps) {
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = partly;
  }, [partly]);
  return (
    <label className="choice" htmlFor={id}>
      <input ref={box} id={id} type="checkbox" checked={checked} onChange={onChange} />
      {label}
    </label>
  );
}
