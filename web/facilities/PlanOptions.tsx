import { useEffect, useId, useRef } from 'react';
import { type PlanChoice, togglePlan, toggleProgram } from '../../shared/facilities/plan-choice.ts';
import type { Plan } from '../../shared/facilities/plans.ts';

interface PlanOptionsProps {
  plans: readonly Plan[];
  choice: PlanChoice;
  onChoice: (choice: PlanChoice) => void;
}

/** Every plan with a checkbox; below a plan with two programs or more, a checkbox for each of them. */
export const PlanOptions = ({ plans, choice, onChoice }: PlanOptionsProps) => (
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
