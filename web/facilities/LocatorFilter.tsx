import { facilities } from '../../shared/facilities/contract.ts';
import { useEndpoint } from '../app/data.ts';

interface LocatorFilterProps {
  chosen: string | undefined;
  onPlans: (plans: string | undefined) => void;
}

/** The filter by plan. */
export function LocatorFilter({ chosen, onPlans }: LocatorFilterProps) {
  const plans = useEndpoint(facilities.plans, {});
  return (
    <ul className="chips" aria-label="Filter">
      {plans.data?.map(({ id, name }) => (
        <li key={id}>
          <button
            type="button"
            className="chip"
            aria-pressed={chosen === String(id)}
            onClick={() => onPlans(chosen === String(id) ? undefined : String(id))}
          >
            {name}
          </button>
        </li>
      ))}
    </ul>
  );
}
