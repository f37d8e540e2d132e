import { useState } from 'react';
import { monthLabel } from '../../shared/settings/flag-rules.ts';
import { useFeatureFlags } from '../app/use-feature-flags.ts';
import { Button } from '../ui/Button.tsx';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';
import { Chips, Filters } from '../ui/Filters.tsx';
import type { PaymentFilterState } from './payment-filter.ts';

const correctedChip = [{ value: 'corrected', label: 'Corrected only' }];

/** One line on desktops; collapsed to its values on request, and on phones once a partner is selected. */
export function PaymentFilters({ state }: { state: PaymentFilterState }) {
  const [isWide] = useState(() => window.matchMedia('(min-width: 744px)').matches);
  const [chosen, setChosen] = useState<boolean>();
  const isOpen = chosen ?? (isWide || state.needsPartner);
  return (
    <div className="payment-filters">
      <div className="payment-filter-line">
        {isOpen ? <Selects state={state} /> : <p className="payment-filter-values">{valuesOf(state)}</p>}
        <Button
          kind="quiet"
          icon={isOpen ? 'chevron-up' : 'filter'}
          iconOnly={isOpen}
          aria-expanded={isOpen}
          onClick={() => setChosen(!isOpen)}
        >
          {isOpen ? 'Hide filters' : 'Change filters'}
        </Button>
      </div>
      {state.closing && <p className="quiet">{state.closing}</p>}
    </div>
  );
}

const valuesOf = (state: PaymentFilterState): string =>
  [
    state.programs.find(({ id }) => id === state.programPaymentTypeId)?.name,
    state.types.find(({ id }) => id === state.paymentTypeId)?.name,
    state.needsPartner ? 'No partner selected' : state.partnerName,
    state.periods.find(({ id }) => id === state.periodId)?.yearMonth,
    state.correctedOnly ? 'Corrected only' : undefined,
  ]
    .filter((value) => value !== undefined)
    .join(' · ');

function Selects({ state }: { state: PaymentFilterState }) {
  const { change, filter } = state;
  const { flags } = useFeatureFlags();
  const isOfMembers = state.flow === 'member';
  return (
    <Filters label="Which payments">
      <LabeledSelect
        label="Program Payment Type"
        value={String(state.programPaymentTypeId)}
        options={state.programs}
        // another program has different partners, types, and months
        onChange={(program) =>
          change({ program, type: undefined, partner: undefined, period: undefined, corrected: undefined })
        }
      />
      {state.types.length > 0 && (
        <LabeledSelect
          label="Payment Type"
          value={String(state.paymentTypeId)}
          options={state.types}
          onChange={(type) => change({ type, period: undefined })}
        />
      )}
      <LabeledSelect
        label="Partner"
        value={filter?.partnerId ?? (isOfMembers ? '' : 'all')}
        options={[{ id: 'all', name: 'All partners' }, ...state.partners]}
        placeholder={isOfMembers && state.needsPartner ? 'Select a partner' : undefined}
        onChange={(partner) => change({ partner: partner === 'all' && !isOfMembers ? undefined : partner })}
      />
      <LabeledSelect
        label={monthLabel(flags)}
        value={state.periodId ?? ''}
        options={state.periods.map(({ id, yearMonth }) => ({ id, name: yearMonth }))}
        placeholder={state.periods.length === 0 ? 'Loading…' : undefined}
        onChange={(period) => change({ period })}
      />
      {!isOfMembers && (
        <Chips
          label="Show"
          chips={correctedChip}
          chosen={new Set(state.correctedOnly ? ['corrected'] : [])}
          onChange={(chosen) => change({ corrected: chosen.size > 0 ? 'true' : undefined })}
        />
      )}
    </Filters>
  );
}
