import { Link, useNavigate } from 'react-router-dom';
import { facilities } from '../../../shared/contracts/facilities.ts';
import { newFacilityForm } from '../../../shared/facilities/facility.ts';
import { pathTo } from '../../app/addresses.ts';
import { useAction } from '../../app/data.ts';
import { Form } from '../../app/form.tsx';
import { buttonClass } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { PageHeading } from '../../ui/PageTitle.tsx';
import { StateField } from '../../ui/StateField.tsx';
import { facilityColumns, facilityFields } from '../../../shared/facilities/facility-file.ts';
import type { Job } from '../../../shared/jobs/job.ts';
import { download } from '../../app/api.ts';
import { ImportPage } from '../../jobs/ImportPage.tsx';
import { ListPage, type ListColumn } from '../../app/ListPage.tsx';
import { FacilityStatusBadge } from './FacilityStatusBadge.tsx';

export function AddFacilityPage() {
  const add = useAction(facilities.add, facilities.listAll);
  const navigate = useNavigate();
  return (
    <>
      <PageHeading title="Add facility" lead="Add its bank account and managers next." />
      <Card>
        <Form
          schema={newFacilityForm}
          initial={{ facilityLocationType: '0', isPpv: false }}
          submitLabel="Add facility"
          submitKind="action"
          busyLabel="Adding…"
          onSubmit={async (body) => {
            const { facilityId } = await add.run({ body });
            await navigate(pathTo('facility', { facilityId }));
          }}
          actions={
            <Link className={buttonClass()} to={pathTo('facilities')}>
              Cancel
            </Link>
          }
        >
          <div className="form-grid">
            <Field name="name" />
            <Field name="facilityNumber" hint="Check-in files contain it. It cannot be changed." />
            <Field name="facilityLocationType" />
            <Field name="afNumber" hint="Members can be transferred only to facilities that have one." />
            <Field name="address1" />
            <Field name="city" />
            <StateField name="state" />
            <Field name="zipCode" />
            <Field name="contactNumber" />
            <Field name="website" />
            <Field name="isPpv" />
          </div>
          <Field name="description" />
        </Form>
      </Card>
    </>
  );
}

const titles = (isOptional: boolean) =>
  new Intl.ListFormat('en-US').format(
    facilityFields
      .map((field) => facilityColumns[field])
      .filter((column) => 'optional' in column === isOptional)
      .map(({ title }) => title),
  );

const count = (number = 0) => number.toLocaleString('en-US');

const messageOf = ({ added, changed, kept, failed }: Job['result']) =>
  `${count(added)} added, ${count(changed)} changed, ${count(kept)} unchanged, ${count(failed)} failed.`;

export function ImportFacilitiesPage() {
  const upload = useAction(facilities.importClubs);
  return (
    <ImportPage
      title="Import facilities"
      lead="Add and change facilities from a file. Importing the same file again has no effect."
      fileLabel="Facilities file"
      submitLabel="Import facilities"
      splitBy="by state"
      label="Importing facilities"
      messageOf={messageOf}
      columns={[
        { key: 'id', title: 'Facility ID', render: ({ cells }) => cells['Facility ID'] || '–' },
        { key: 'name', title: 'Name', render: ({ cells }) => cells.Name || '–' },
      ]}
      upload={async (file) => (await upload.run({ body: {} }, { files: { file } })).jobId}
      downloadFailed={(jobId) => download(facilities.failedClubs, { params: { jobId } })}
    >
      <ul>
        <li>Required columns, named in the first row: {titles(false)}.</li>
        <li>Optional columns: {titles(true)}. A blank cell keeps the stored value.</li>
        <li>The map uses the ZIP code unless the file has latitude and longitude.</li>
      </ul>
    </ImportPage>
  );
}

const columns: readonly ListColumn<typeof facilities.listAll>[] = [
  {
    key: 'name',
    title: 'Facility',
    sortable: true,
    render: ({ id, name }) => <Link to={pathTo('facility', { facilityId: id })}>{name}</Link>,
  },
  { key: 'facilityNumber', title: 'Facility ID', sortable: true },
  { key: 'city', title: 'City', sortable: true },
  { key: 'state', title: 'State', sortable: true },
  {
    key: 'enrollmentStatus',
    title: 'Status',
    sortable: true,
    render: (row) => <FacilityStatusBadge {...row} />,
  },
  { key: 'isAf', title: 'AF', sortable: true },
  { key: 'isPpv', title: 'Pay per visit', detail: true },
  { key: 'hasAccount', title: 'Bank account', render: ({ hasAccount }) => (hasAccount ? 'Yes' : 'Missing') },
];

const importLink = (
  <Link className={buttonClass('action')} to={pathTo('importFacilities')}>
    Import facilities
  </Link>
);

export function FacilitiesPage() {
  return (
    <ListPage
      endpoint={facilities.listAll}
      request={{}}
      title="Facilities"
      lead="The facilities where members train and to which payments are made."
      actions={
        <>
          <Link className={buttonClass()} to={pathTo('addFacility')}>
            Add facility
          </Link>
          {importLink}
        </>
      }
      columns={columns}
      defaultSort="name"
      rowKey={({ id }) => id}
      search={{ label: 'Search by name, ID, city, or ZIP code', wordsOnly: true, order: 'unsorted' }}
      empty={{
        text: 'Import a file of facilities to start.',
        action: importLink,
        searched: { text: 'No facility matches this search.' },
      }}
    />
  );
}
