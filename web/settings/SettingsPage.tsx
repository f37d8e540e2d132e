import { settings } from '../../shared/contracts/settings.ts';
import { featureFlagList } from '../../shared/settings/feature-flags.ts';
import { useAction, useEndpoint } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { Card } from '../ui/Card.tsx';
import { Field } from '../ui/Field.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import { startTimer } from '../platform/time-and-chance.ts';
import './settings.css';

/** Flags with an effect. The others stay as stored. */
const effectiveFlags = featureFlagList.filter(({ key }) => key !== 'gmMemberImport');

export default function SettingsPage() {
  const { data, error, reload, retrying, mutate } = useEndpoint(settings.featureFlags, {});
  const save = useAction(settings.saveFeatureFlags);
  return (
    <>
      <PageHeading
        title="Settings"
        lead="Features that are ready but off by default. Changes take effect immediately and are logged."
      />
      <Card title="Features">
        {error ? (
          <FailedState error={error} onRetry={reload} retrying={retrying} />
        ) : data ? (
          <Form
            key={data.version}
            schema={settings.saveFeatureFlags.body}
            initial={data}
            submitLabel="Save settings"
            busyLabel="Saving…"
            needsChange
            onSubmit={async (body) => {
              const { data: saved } = await save.run({ body });
              // a mutate during the form's submit would remount the form
              startTimer(() => void mutate(saved, { revalidate: false }));
            }}
          >
            <div className="feature-flags">
              {effectiveFlags.map(({ key, name, description }) => (
                <Field
                  key={key}
                  name={key}
                  hint={
                    <>
                      {description} <code>{name}</code>
                    </>
                  }
                />
              ))}
            </div>
          </Form>
        ) : (
          <SkeletonLines lines={5} />
        )}
      </Card>
    </>
  );
}
