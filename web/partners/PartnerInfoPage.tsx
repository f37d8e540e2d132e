import { partners } from '../../shared/contracts/partners.ts';
import { loadOnce, useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { Card } from '../ui/Card.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { PartnerFields } from './PartnerFields.tsx';
import { PartnerFrame } from '../app/PartnerFrame.tsx';

export default function PartnerInfoPage() {
  const save = useAction(partners.save);
  return (
    <PartnerFrame>
      {(partner, reload) => (
        <>
          <PageHeading title="General Info" />
          <Card>
            <Form
              key={partner.id}
              schema={partners.save.body}
              initial={partner}
              submitLabel="Save"
              busyLabel="Saving…"
              needsChange
              loadLatest={async () => ({
                values: await loadOnce(partners.get, { query: { partnerId: partner.id } }),
              })}
              onSubmit={async (body) => {
                await save.run({ body });
                return { stored: await reload() };
              }}
            >
              <PartnerFields programs={partner.programTypes} />
            </Form>
          </Card>
        </>
      )}
    </PartnerFrame>
  );
}
