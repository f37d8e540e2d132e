import type { ReactNode } from 'react';
import { monthLabel } from '../../shared/settings/flag-rules.ts';
import { useFeatureFlags } from '../app/use-feature-flags.ts';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';
import { Chips, Filters } from '../ui/Filters.tsx';
import type { PaymentFilterState } from './payment-filter.ts';

const correctedChip = [{ value: 'corrected', label: 'Corrected only' }];

export function PaymentFilters({ state, children }: { state: PaymentFilterState; children: ReactNode }) {
  const { change, filter } = state;
  const { flags } = useFeatureFlags();
  const isOfMembers = state.flow === 'member';
  return (
    <div className="payment-filters">
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
      </Filters>
      {state.closing && <p className="quiet">{state.closing}</p>}
      <div className="payment-presses">
        {!isOfMembers && (
          <Chips
            label="Show"
            chips={correctedChip}
            chosen={new Set(state.correctedOnly ? ['corrected'] : [])}
            onChange={(chosen) => change({ corrected: chosen.size > 0 ? 'true' : undefined })}
          />
        )}
        <div className="page-actions">{children}</div>
      </div>
    </div>
  );
}
