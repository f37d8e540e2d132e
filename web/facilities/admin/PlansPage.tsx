import { useState } from 'react';
import { facilities } from '../../../shared/contracts/facilities.ts';
import { planForm } from '../../../shared/facilities/plans.ts';
import type { PlanWithFacilities } from '../../../shared/facilities/facility-contract.ts';
import { useAction, useEndpoint } from '../../app/data.ts';
import { Form } from '../../app/form.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { Field } from '../../ui/Field.tsx';
import { PageHeading } from '../../ui/PageTitle.tsx';
import { Popup } from '../../ui/Popup.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../../ui/states.tsx';

export default function PlansPage() {
  const { data, error, retrying, reload } = useEndpoint(facilities.allPlans, {});
  const [edited, setEdited] = useState<PlanWithFacilities | 'new'>();
  return (
    <>
      <PageHeading
        title="Plans"
        lead="The club locator is filtered by plans and programs. The Plans column of a facilities file assigns facilities to them."
        actions={
          <Button kind="action" onClick={() => setEdited('new')}>
            Add a plan
          </Button>
        }
      />
      {error ? (
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      ) : !data ? (
        <SkeletonLines lines={6} />
      ) : data.length === 0 ? (
        <EmptyState title="No plans yet" text="Add the first plan, then import its facilities." />
      ) : (
        data.map((plan) => <PlanCard key={plan.id} plan={plan} onEdit={() => setEdited(plan)} />)
      )}
      {edited !== undefined && (
        <PlanPopup
          plan={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={() => {
            reload();
            setEdited(undefined);
          }}
        />
      )}
    </>
  );
}

const facilitiesText = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'club' : 'clubs'}`;

const namesText = ({ clubs, clubNames }: PlanWithFacilities): string =>
  clubs === 0
    ? 'No facilities have this plan yet.'
    : `${clubNames.join(', ')}${clubs > clubNames.length ? ` and ${clubs - clubNames.length} more` : ''}.`;

const PlanCard = ({ plan, onEdit }: { plan: PlanWithFacilities; onEdit: () => void }) => (
  <Card title={plan.name}>
    <DescriptionList
      items={[
        ['Clubs', facilitiesText(plan.clubs)],
        [
          'Visible to',
          plan.partners === null
            ? 'Everybody'
            : `Members of ${plan.partners.map(({ name, number }) => `${name} (${number})`).join(', ')} only`,
        ],
        ...plan.programs.map(({ name, clubs }) => [name, facilitiesText(clubs)] as const),
      ]}
    />
    <p className="quiet">{namesText(plan)}</p>
    <div className="page-actions">
      <Button onClick={onEdit}>
        Edit<span className="hidden-text"> {plan.name}</span>
      </Button>
    </div>
  </Card>
);

interface PlanPopupProps {
  plan: PlanWithFacilities | undefined;
  onClose: () => void;
  onSaved: () => void;
}

function PlanPopup({ plan, onClose, onSaved }: PlanPopupProps) {
  const save = useAction(facilities.savePlan);
  return (
    <Popup open title={plan ? `Edit ${plan.name}` : 'Add a plan'} onClose={onClose}>
      <Form
        schema={planForm}
        initial={{
          name: plan?.name ?? '',
          programs: plan?.programs.map(({ name }) => name).join('\n') ?? '',
          partnerNumbers: plan?.partners?.map(({ number }) => number).join('\n') ?? '',
        }}
        submitLabel="Save plan"
        busyLabel="Saving…"
        needsChange
        onSubmit={async (values) => {
          await save.run({ body: { ...values, ...(plan && { planId: plan.id, version: plan.version }) } });
          onSaved();
        }}
      >
        <Field name="name" />
        <Field
          name="programs"
          hint="One program per line. To rename one, change its line; add new ones below the last."
        />
        <Field
          name="partnerNumbers"
          hint="Partner IDs, one per line, to restrict the plan to their members. Blank: visible to all."
        />
      </Form>
    </Popup>
  );
}
