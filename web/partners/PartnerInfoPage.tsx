import { partners } from '../../shared/partners/contract.ts';
import { useAction } from '../data.ts';
import { Form } from '../form.tsx';
import { Card } from '../ui/Card.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { PartnerFields } from './PartnerFields.tsx';
import { PartnerFrame } from './PartnerFrame.tsx';

export default function PartnerInfoPage() {
  const save = useAction(partners.save);
  return (
    <PartnerFrame>
      {(partner, reload) => (
        <>
          <PageHeading title="General Info" />
          <Card>
            <Form
              key={partner.version}
              schema={partners.save.body}
              initial={partner}
              submitLabel="Save"
              busyLabel="Saving…"
              needsChange
              onSubmit={async (body) => {
                await save.run({ body });
                reload();
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
