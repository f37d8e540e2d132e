import { facilityColumns, facilityFields } from '../../../shared/facilities/facility-file.ts';
import { facilities } from '../../../shared/contracts/facilities.ts';
import type { Job } from '../../../shared/jobs/job.ts';
import { download } from '../../app/api.ts';
import { useAction } from '../../app/data.ts';
import { ImportPage } from '../../jobs/ImportPage.tsx';

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

export default function ImportFacilitiesPage() {
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
